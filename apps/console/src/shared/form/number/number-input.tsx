import { Input, type InputProps, type InputRef } from 'antd'
import { useState, type Ref } from 'react'
import { numberText, readNumber } from './read-number.ts'

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'prefix'> {
  readonly value?: number | null
  /** NaN for a text that is no number: `numberRule` refuses it. */
  readonly onChange?: (value: number | null) => void
  readonly isMoney?: boolean
  readonly ref?: Ref<InputRef>
}

/** A number as a text, which stays as it was typed until the field is left, and for as long as it cannot be read. */
export const NumberInput = ({ value = null, onChange, isMoney = false, ref = null, ...field }: NumberInputProps) => {
  const [typed, setTyped] = useState<string>()
  const [isFocused, setIsFocused] = useState(false)
  const isTyped = typed !== undefined && (isFocused || Number.isNaN(value))
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...field}
      {...(isMoney && { prefix: '$' })}
      ref={ref}
      value={isTyped ? typed : numberText(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(readNumber(target.value, { isMoney }))
      }}
      onFocus={(event) => {
        if (!isTyped) setTyped(undefined)
        setIsFocused(true)
        field.onFocus?.(event)
      }}
      onBlur={(event) => {
        setIsFocused(false)
        field.onBlur?.(event)
      }}
    />
  )
}
