import { Button } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { useQuotaDisplay } from '../session/use-session.ts'
import { CHIP_AMOUNTS, amountOf, unitsOf } from './money.ts'
import { NumberInput, type NumberInputProps } from './number/number-input.tsx'
import classes from './quota-input.module.css'

interface Props extends NumberInputProps {
  readonly 'data-testid': string
  /** Without amounts to choose from, where one is corrected and not given. */
  readonly isChipless?: boolean
}

interface ChipsProps {
  readonly isAbsent: boolean | undefined
  readonly name: string
  readonly disabled: boolean
  readonly onChoose: (amount: number) => void
}

const Chips = ({ name, isAbsent, disabled, onChoose }: ChipsProps) =>
  isAbsent === true ? null : (
    <div className={classes.chips}>
      {CHIP_AMOUNTS.map((amount) => (
        <Button key={amount} size="small" disabled={disabled} onClick={() => onChoose(amount)} data-testid={`${name}-chip-${amount}`}>
          {`$${amount}`}
        </Button>
      ))}
    </div>
  )

/**
 * Units of quota; beside them, where the product shows money, the same in dollars. `Form.Item` supplies value and onChange. An amount below 0
 * is a rule's to refuse: a bound of the fields would turn it into 0 without a word, a debt that the keyboard passes included.
 */
export const QuotaInput = ({ value = null, onChange = () => undefined, disabled = false, isChipless, ref = null, ...field }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { 'data-testid': testId, status, onPressEnter } = field
  const units = <NumberInput {...field} value={value} onChange={onChange} disabled={disabled} ref={display.inCurrency ? null : ref} />
  if (!display.inCurrency) return units
  return (
    <div className={classes.quota}>
      <div className={classes.fields}>
        <NumberInput
          isMoney
          aria-label={t('form.amount')}
          value={value === null ? null : amountOf(value, display)}
          onChange={(amount) => onChange(amount === null ? null : unitsOf(amount, display))}
          disabled={disabled}
          ref={ref}
          {...(status !== undefined && { status })}
          {...(onPressEnter !== undefined && { onPressEnter })}
          data-testid={`${testId}-money`}
        />
        <span className={classes.equals} aria-hidden>
          =
        </span>
        {units}
        <span className={classes.unit}>{t('form.units')}</span>
      </div>
      <Chips name={testId} isAbsent={isChipless} disabled={disabled} onChoose={(amount) => onChange(unitsOf(amount, display))} />
    </div>
  )
}
