import { Input } from 'antd'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { DraftFilter } from './log-filter.ts'
import classes from './logs.module.css'

interface TextProps {
  readonly name: 'token_name' | 'model_name' | 'username' | 'channel'
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

const TextFilter = ({ name, label, value, onChange }: TextProps) => (
  <Input
    className={classes.text}
    value={value}
    placeholder={label}
    aria-label={label}
    allowClear
    {...(name === 'channel' && { inputMode: 'numeric' as const })}
    onChange={(event) => onChange(event.target.value)}
    data-testid={`field-${name}`}
  />
)

const channelText = (channel: number) => (channel === 0 ? '' : String(channel))
const channelNumber = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 15))

interface Props {
  readonly draft: DraftFilter
  readonly isAdmin: boolean
  readonly onChange: (change: Partial<DraftFilter>) => void
}

/** What a search is narrowed by: names, and the time from and to. */
export const LogFilterFields = ({ draft, isAdmin, onChange }: Props) => {
  const t = useText()
  const text = (name: 'token_name' | 'model_name' | 'username', label: string) => (
    <TextFilter name={name} label={label} value={draft[name]} onChange={(value) => onChange({ [name]: value })} />
  )
  const time = (name: 'start' | 'end') => (
    <div className={classes.time}>
      <DateTimeField
        value={draft[name] || null}
        onChange={(moment) => onChange({ [name]: moment ?? 0 })}
        placeholder={t(`log.${name}`)}
        label={t(`log.${name}`)}
        testId={`field-${name}`}
      />
    </div>
  )
  return (
    <>
      {text('token_name', t('log.tokenName'))}
      {text('model_name', t('log.modelName'))}
      {isAdmin && (
        <TextFilter
          name="channel"
          label={t('log.channelId')}
          value={channelText(draft.channel)}
          onChange={(value) => onChange({ channel: channelNumber(value) })}
        />
      )}
      {isAdmin && text('username', t('log.username'))}
      <div className={classes.range}>
        {time('start')}
        {time('end')}
      </div>
    </>
  )
}
