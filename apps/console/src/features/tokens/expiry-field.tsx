import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import { Button } from 'antd'
import { useState } from 'react'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import classes from './token-form.module.css'
import { expiryAfter, expiryPresets, type Expiry } from './token-values.ts'

interface Props {
  readonly id?: string
  readonly value?: Expiry
  readonly onChange?: (expiry: Expiry) => void
}

type PresetName = (typeof expiryPresets)[number]['name']

interface Choice {
  readonly count: number
  readonly name?: PresetName
  readonly expiry?: number
}

/** A point in time or "never"; `Form.Item` supplies value and onChange. */
export const ExpiryField = ({ id, value = null, onChange = () => undefined }: Props) => {
  const t = useText()
  const isNever = value === NEVER_EXPIRES
  // A new field with every button: what was typed into the old one must not stand over the time that will be sent.
  const [choice, setChoice] = useState<Choice>({ count: 0 })
  // Of the others only the one that was pressed: a time from elsewhere is no round distance.
  const isChosen = (name: PresetName) => (name === 'never' ? isNever : choice.name === name && choice.expiry === value)
  return (
    <>
      <DateTimeField
        key={choice.count}
        keepsUnreadable
        {...(id === undefined ? {} : { id })}
        value={isNever ? null : value}
        onChange={onChange}
        placeholder={t(isNever ? 'token.never' : 'token.expiryPlaceholder')}
        testId="field-expired_time"
      />
      <div className={classes.presets}>
        {expiryPresets.map(({ name, seconds }) => (
          <Button
            key={name}
            size="small"
            aria-pressed={isChosen(name)}
            type={isChosen(name) ? 'primary' : 'default'}
            ghost={isChosen(name)}
            onClick={() => {
              const expiry = expiryAfter(seconds, Date.now())
              setChoice({ count: choice.count + 1, name, expiry })
              onChange(expiry)
            }}
            data-testid={`btn-expiry-${name}`}
          >
            {t(`token.expiry.${name}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
