import type { OptionKey } from '@weir/contract/options/option'
import { Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../layout/settings.module.css'
import type { Stored } from './option-changes.ts'
import { useSaveOptions } from './use-options.ts'

interface Props {
  readonly option: OptionKey
  readonly label: string
  readonly stored: Stored
  /** Where the same switch stands a second time. */
  readonly testId?: string
  /** Beside the label: the way to what belongs to it. */
  readonly children?: ReactNode
}

/** Saved as soon as it is switched; it shows what the server has accepted. */
export const OptionToggle = ({ option, label, stored, testId = `field-${option}`, children }: Props) => {
  const t = useText()
  const id = useId()
  const save = useSaveOptions(label)
  const isOn = stored(option) === 'true'

  const flip = async () => {
    const isLockingOut = option === 'PasswordLoginEnabled' && isOn
    const question = {
      title: t('lockout.title'),
      hint: t('lockout.hint'),
      ok: t('lockout.ok'),
      isDangerous: true,
    }
    if (isLockingOut && !(await confirm(question))) return
    save.mutate([{ key: option, value: isOn ? 'false' : 'true' }])
  }

  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <label htmlFor={id}>{label}</label>
        {children}
      </div>
      <Switch id={id} checked={isOn} loading={save.isPending} onChange={() => void flip()} data-testid={testId} />
    </div>
  )
}
