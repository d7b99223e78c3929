import { Button } from 'antd'
import { useId, useState } from 'react'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { textIn } from '../../../shared/i18n/translate.ts'
import { useLanguagePack, useText } from '../../../shared/i18n/use-text.ts'
import { useServerAddress } from '../../../shared/site/gateway.ts'
import { SettingSection } from '../layout/setting-section.tsx'
import { TwinNote, type TwinTab } from '../layout/twin-note.tsx'
import classes from '../layout/settings.module.css'
import { useUnsavedSection } from '../layout/unsaved-sections.ts'
import { changesOf, expiryIn, isSecretNeeded, shownValue, typedSince, type Stored, type Typed } from './option-changes.ts'
import { OptionInput } from './option-input.tsx'
import { problemIn, type OptionProblem } from './option-problem.ts'
import { credentialsOf, type OptionField, type Section } from './option-sections.ts'
import { OptionToggle } from './option-toggle.tsx'
import { UnconfirmedNote } from './unconfirmed-note.tsx'
import { useOptionState, useSaveOptions } from './use-options.ts'

interface FieldProps {
  readonly field: OptionField
  readonly value: string
  readonly problem: OptionProblem | undefined
  /** The address of this secret changed. */
  readonly isNeeded: boolean
  readonly onChange: (value: string) => void
}

const Field = ({ field, value, problem, isNeeded, onChange }: FieldProps) => {
  const { t, dictionary } = useLanguagePack()
  const id = useId()
  const help = isNeeded ? t('setting.secretNeeded') : field.help && t(field.help)
  const helpClass = isNeeded ? classes.caution : classes.hint
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t(`option.${field.key}`)}</label>
      <OptionInput id={id} field={field} value={value} onChange={onChange} isInvalid={problem !== undefined} />
      <p id={`${id}-help`} className={problem === undefined ? helpClass : classes.error}>
        {problem === undefined ? help : textIn(dictionary, problem.here)}
      </p>
    </div>
  )
}

interface SectionProps {
  readonly section: Section
  readonly stored: Stored
  /** The tab on which the same section stands as well. */
  readonly twin?: TwinTab
}

const CredentialsLink = ({ place }: { readonly place: Section['name'] | undefined }) => {
  const t = useText()
  return place === undefined ? null : (
    <a className={classes.aside} href={`#section-${place}`}>
      {t('setting.credentials')}
    </a>
  )
}

/** A group of options: fields that are saved together, and switches that are saved at once. */
export const OptionSection = ({ section, stored, twin }: SectionProps) => {
  const { t, dictionary } = useLanguagePack()
  const address = useServerAddress()
  const { name, fields, toggles, help, service, switchedBy } = section
  const { withheld } = useOptionState()
  const [typed, setTyped] = useState<Typed>({})
  const [isTried, setIsTried] = useState(false)
  const title = t(`section.${name}`)
  const save = useSaveOptions(title)

  const changes = changesOf(fields, typed, stored)
  useUnsavedSection(changes.length > 0)

  const isMeant = async (): Promise<boolean> => {
    const days = expiryIn(changes)
    return (
      days === 0 ||
      (await confirm({
        title: t('history.keep', { days }),
        hint: t('history.keepHint'),
        ok: t('setting.save', { section: title }),
        isDangerous: true,
      }))
    )
  }

  const submit = async () => {
    setIsTried(true)
    const [broken] = fields.flatMap((field) => problemIn(field, typed[field.key])?.of(t(`option.${field.key}`)) ?? [])
    if (broken !== undefined) {
      notify.error(textIn(dictionary, broken))
      return
    }
    if (changes.length === 0) notify.info(t('setting.unchanged'))
    else if (await isMeant()) save.mutate(changes, { onSuccess: () => setTyped((now) => typedSince(now, typed)) })
  }

  return (
    <SettingSection name={name} title={title} help={help && textIn(dictionary, { key: help, params: { address } })}>
      {twin !== undefined && <TwinNote tab={twin} />}
      {switchedBy !== undefined && (
        <OptionToggle option={switchedBy} label={t(`option.${switchedBy}`)} stored={stored} testId={`switch-${switchedBy}`} />
      )}
      {service !== undefined && <UnconfirmedNote service={service} stored={stored} />}
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={typed[field.key] ?? shownValue(field.control, stored(field.key))}
          isNeeded={isSecretNeeded(field.key, typed, stored) || (withheld.includes(field.key) && !typed[field.key])}
          problem={isTried ? problemIn(field, typed[field.key]) : undefined}
          onChange={(value) => setTyped({ ...typed, [field.key]: value })}
        />
      ))}
      {fields.length > 0 && (
        <div className={classes.buttons}>
          <Button
            type={changes.length === 0 ? 'default' : 'primary'}
            loading={save.isPending}
            onClick={() => void submit()}
            data-testid={`btn-save-${name}`}
          >
            {t('setting.save', { section: title })}
          </Button>
        </div>
      )}
      {toggles.map((key) => (
        <OptionToggle key={key} option={key} label={t(`option.${key}`)} stored={stored}>
          <CredentialsLink place={credentialsOf(key)} />
        </OptionToggle>
      ))}
    </SettingSection>
  )
}
