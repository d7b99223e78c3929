import type { LogAttempt, LogEntry } from '@weir/contract/log'
import { faultText } from '@weir/contract/log-fault'
import { formatSeconds } from '@weir/contract/values/format'
import { Link } from 'react-router'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import { editPathOf } from '../../../shared/navigation/paths.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import classes from '../logs.module.css'
import { wireName } from './wire-name.ts'

const Place = ({ attempt: { channel, channel_name: name } }: { readonly attempt: LogAttempt }) =>
  channel === undefined ? null : (
    <Link to={editPathOf('channel', channel)} className={classes.place}>
      {name === undefined ? `#${channel}` : `${name} #${channel}`}
    </Link>
  )

interface Props {
  readonly attempt: LogAttempt
  /** What the caller speaks. */
  readonly wire: string
}

const Attempt = ({ attempt, wire }: Props) => {
  const { t, language } = useLanguagePack()
  const { fault, status, said, time } = attempt
  const isAnswered = fault === 'none'
  const facts = [
    formatSeconds(time),
    ...(status === undefined ? [] : [t('log.trail.status', { status })]),
    ...(attempt.wire === undefined
      ? []
      : [t('log.trail.translated', { from: wireName(wire || 'chat', t), to: wireName(attempt.wire, t) })]),
  ]
  return (
    <li className={classes.attempt} data-testid="attempt">
      <div className={classes.attemptHead}>
        <Place attempt={attempt} />
        <Badge color={isAnswered ? 'green' : 'red'} text={isAnswered ? t('log.trail.answered') : (faultText(fault, language) ?? fault)} />
      </div>
      <div className={classes.meta}>{facts.join(' · ')}</div>
      {said !== undefined && (
        <blockquote className={classes.said} title={t('log.trail.said')} data-testid="attempt-said">
          {said}
        </blockquote>
      )}
    </li>
  )
}

/** Every channel that was tried, in order. */
export const TrailSection = ({ entry }: { readonly entry: LogEntry }) => {
  const { t } = useLanguagePack()
  if (entry.trail.length === 0 && entry.outcome !== 'refused') return null
  return (
    <section data-testid="trail">
      <h3 className={classes.heading}>{t('log.trail')}</h3>
      {entry.trail.length === 0 ? (
        <p className={classes.quiet}>{t('log.trail.notSent')}</p>
      ) : (
        <ol className={classes.trail}>
          {entry.trail.map((attempt, index) => (
            <Attempt key={index} attempt={attempt} wire={entry.wire} />
          ))}
        </ol>
      )}
    </section>
  )
}
