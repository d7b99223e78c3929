import type { LogEntry, LogObject } from '@weir/contract/log'
import { formatSeconds } from '@weir/contract/values/format'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Fact } from '../../../shared/ui/facts/facts.tsx'
import { exactCount } from './charge.ts'
import { wireName } from './wire-name.ts'

interface Props {
  readonly row: LogObject
  /** Once it has come. */
  readonly entry: LogEntry | undefined
}

/** How long each step took. */
const Timings = ({ row, entry }: Props) => {
  const t = useText()
  return (
    <>
      {entry?.queue_time !== undefined && <Fact label={t('log.queueTime')}>{formatSeconds(entry.queue_time)}</Fact>}
      {row.first_byte_time !== undefined && <Fact label={t('log.firstByteTime')}>{formatSeconds(row.first_byte_time)}</Fact>}
      <Fact label={t('log.totalTime')}>
        {formatSeconds(row.elapsed_time)}
        {row.is_stream && ` · ${t('log.stream')}`}
      </Fact>
    </>
  )
}

/** What a request asked for, what it used and how long it took. */
export const UsageFacts = ({ row, entry }: Props) => {
  const t = useText()
  return (
    <>
      <Fact label={t('log.model')}>
        <code>{row.model_name}</code>
      </Fact>
      {row.substitute_for !== undefined && (
        <Fact label={t('log.substituteFor')}>
          <code>{row.substitute_for}</code> · {t('log.substituted')}
        </Fact>
      )}
      {row.mapped_from !== undefined && (
        <Fact label={t('log.mappedFrom')}>
          <code>{row.mapped_from}</code>
        </Fact>
      )}
      {entry !== undefined && entry.wire !== '' && <Fact label={t('log.wire')}>{wireName(entry.wire, t)}</Fact>}
      {row.fault === '' && (
        <>
          <Fact label={t('log.prompt')}>{exactCount(row.prompt_tokens)}</Fact>
          <Fact label={t('log.completion')}>{exactCount(row.completion_tokens)}</Fact>
        </>
      )}
      {row.outcome !== 'refused' && <Timings row={row} entry={entry} />}
      {entry !== undefined && entry.dropped.length > 0 && (
        <Fact label={t('log.dropped')}>
          <code>{entry.dropped.join(', ')}</code>
        </Fact>
      )}
    </>
  )
}
