import { Input, Select } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../layout/settings.module.css'
import { OptionNumber } from './option-number.tsx'
import type { OptionField } from './option-sections.ts'

interface Props {
  readonly id: string
  readonly field: OptionField
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isInvalid: boolean
}

const policyChoices = ['option.policy.ceiling', 'option.policy.refuse', 'option.policy.free'] as const
const factorChoices = ['option.factor.none', 'option.factor.root', 'option.factor.admin', 'option.factor.all'] as const

/** The last part of a text's key is the value. */
const valueOf = (textKey: string): string => textKey.slice(textKey.lastIndexOf('.') + 1)

/** The control that fits the kind of option. Values are texts, as they are on the wire. */
export const OptionInput = ({ id, field, value, onChange, isInvalid }: Props) => {
  const t = useText()
  const { key, control, example, step = 1 } = field
  const placeholder = example === undefined ? undefined : t('option.example', { value: example })
  const hooks = {
    id,
    value,
    'aria-describedby': `${id}-help`,
    'aria-invalid': isInvalid,
    'data-testid': `field-${key}`,
    ...(isInvalid ? { status: 'error' as const } : {}),
  }
  const onText = (event: { readonly target: { readonly value: string } }) => onChange(event.target.value)
  switch (control) {
    case 'secret':
      return <Input.Password {...hooks} onChange={onText} placeholder={t('setting.secretHint')} autoComplete="new-password" />
    case 'number':
      return <OptionNumber {...hooks} step={step} onChange={onChange} {...(placeholder === undefined ? {} : { placeholder })} />
    case 'json':
      return (
        <Input.TextArea
          {...hooks}
          className={classes.json ?? ''}
          onChange={onText}
          autoSize={{ minRows: 3, maxRows: 16 }}
          spellCheck={false}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      )
    case 'choice':
      return (
        <Select
          {...hooks}
          onChange={onChange}
          options={(key === 'SecondFactorRequiredFor' ? factorChoices : policyChoices).map((choice) => ({
            value: valueOf(choice),
            label: t(choice),
          }))}
        />
      )
    case 'text':
    case 'url':
      return <Input {...hooks} onChange={onText} autoComplete="off" spellCheck={false} placeholder={placeholder} />
  }
}
