import { useNow } from '../../../shared/browser/use-now.ts'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { channelBadge, type OutcomeBadge } from './outcome-badge.ts'
import classes from './probes.module.css'

export const useReader = () => {
  const { t, language } = useLanguagePack()
  return { t, language, nowSeconds: useNow() }
}

/** The badge of an outcome, and of a failure how long ago it was. */
export const Outcome = ({ badge }: { readonly badge: OutcomeBadge }) => (
  <span className={classes.outcome}>
    <Badge color={badge.color} text={badge.text} tooltip={badge.tooltip} />
    {badge.reason !== '' && badge.age !== '' && <span className={classes.quiet}>{badge.age}</span>}
  </span>
)

/** How the channel did last, or that it is being tested now. */
export const LastTest = ({ channel, isRunning }: { readonly channel: Parameters<typeof channelBadge>[0]; readonly isRunning: boolean }) => {
  const reader = useReader()
  if (isRunning) return <Badge color="blue" text={reader.t('channel.testing')} />
  return <Outcome badge={channelBadge(channel, reader)} />
}
