import { Input } from 'antd'
import { DateTimeField } from '../../../shared/form/date-time-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../logs.module.css'
import type { DraftFilter } from './log-filter.ts'
import { ChannelField, SuggestedField } from './suggested-field.tsx'

interface Props {
  readonly draft: DraftFilter
  readonly isAdmin: boolean
  readonly onChange: (change: Partial<DraftFilter>) => void
}

/** What a search is narrowed by: names, and the time from and to. */
export const LogFilterFields = ({ draft, isAdmin, onChange }: Props) => {
  const t = useText()
  const text = (name: 'token_name' | 'model_name' | 'username', label: string) => (
    <SuggestedField name={name} label={label} value={draft[name]} onChange={(value) => onChange({ [name]: value })} />
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
        <ChannelField
          label={t('log.channelId')}
          placeholder={t('log.channelIdOrName')}
          value={draft.channel}
          onChange={(channel) => onChange({ channel })}
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

export const GroupField = ({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) => {
  const t = useText()
  return <SuggestedField name="group" label={t('log.group')} value={draft.group} onChange={(group) => onChange({ group })} />
}

export const RequestIdField = ({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) => {
  const t = useText()
  return (
    <Input
      className={classes.requestId ?? ''}
      value={draft.request_id}
      placeholder={t('log.requestId')}
      aria-label={t('log.requestId')}
      allowClear
      onChange={(event) => onChange({ request_id: event.target.value })}
      data-testid="field-request_id"
    />
  )
}
