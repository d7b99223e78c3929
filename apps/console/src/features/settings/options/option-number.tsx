import { Input } from 'antd'
import type { ComponentProps } from 'react'
import { numberText, readNumber } from '../../../shared/form/number/read-number.ts'

/** No sum of steps has more. */
const DECIMALS = 6

const stepped = (text: string, by: number): string => numberText(Math.max(0, Number(((readNumber(text) || 0) + by).toFixed(DECIMALS))))

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  readonly value: string
  readonly step: number
  readonly onChange: (text: string) => void
}

/** Stays as it was typed; `problemIn` says what cannot be taken. The arrows of the keyboard count up and down. */
export const OptionNumber = ({ value, step, onChange, ...field }: Props) => {
  const now = readNumber(value)
  const steps: Readonly<Record<string, number>> = { ArrowUp: step, ArrowDown: -step }
  return (
    <Input
      {...field}
      role="spinbutton"
      aria-valuemin={0}
      {...(now !== null && !Number.isNaN(now) && { 'aria-valuenow': now })}
      step={step}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        const by = steps[event.key]
        if (by === undefined || Number.isNaN(now)) return
        event.preventDefault()
        onChange(stepped(value, by))
      }}
    />
  )
}
