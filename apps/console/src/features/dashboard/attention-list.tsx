import type { DashboardData } from '@weir/contract/dashboard'
import { formatQuota, formatTimestamp, type QuotaDisplay } from '@weir/contract/values/format'
import { Link } from 'react-router'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { editPathOf, pathOf } from '../../shared/navigation/paths.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import classes from './dashboard.module.css'

type Item = DashboardData['attention'][number]

interface Tools {
  readonly t: Translate
  readonly display: QuotaDisplay
}

/** What to say, and where it is put right. */
const linkOf = ({ kind, id, name, value }: Item, { t, display }: Tools): { readonly text: string; readonly to: string } => {
  switch (kind) {
    case 'no-channel':
      return { text: t('dashboard.noChannel'), to: pathOf('channel') }
    case 'channel-failing':
      return {
        text: t('dashboard.channelFailing', { name, share: `${(value * 100).toFixed(0)}%` }),
        to: logWith({ channel: id, outcome: 'failed' }),
      }
    case 'channel-test-failed':
      return { text: t('dashboard.channelTestFailed', { name }), to: editPathOf('channel', id) }
    case 'channel-auto-disabled':
      return { text: t('dashboard.channelOff', { name }), to: editPathOf('channel', id) }
    case 'token-exhausted':
      return { text: t('dashboard.tokenExhausted', { name }), to: editPathOf('token', id) }
    case 'token-expired':
      return { text: t('dashboard.tokenExpired', { name, time: formatTimestamp(value) }), to: editPathOf('token', id) }
    case 'model-without-price':
      return {
        text: t('dashboard.unpriced', { name }),
        to: `${pathOf('pricing')}?${new URLSearchParams({ keyword: name, state: 'unpriced' }).toString()}`,
      }
    case 'low-balance':
      return { text: t('dashboard.lowBalance', { amount: formatQuota(value, display) }), to: pathOf('topup') }
  }
}

/** So many stand open: the list comes first, and the figures must stay in sight below it. */
const OPEN = 4

const Items = ({ items }: { readonly items: readonly Item[] }) => {
  const t = useText()
  const display = useQuotaDisplay()
  return (
    <ul className={classes.attention} data-testid="attention">
      {items.map((item) => {
        const { text, to } = linkOf(item, { t, display })
        return (
          <li key={`${item.kind} ${item.id} ${item.name}`}>
            <Icon name="warning" />
            <Link to={to}>{text}</Link>
          </li>
        )
      })}
    </ul>
  )
}

interface Props {
  /** `undefined` while they are on their way. */
  readonly items: readonly Item[] | undefined
}

export const AttentionList = ({ items }: Props) => {
  const t = useText()
  const rest = items?.slice(OPEN) ?? []
  return (
    <section className={classes.panel} aria-label={t('dashboard.attention')} data-testid="panel-attention">
      <h2 className={classes.heading}>{t('dashboard.attention')}</h2>
      {items === undefined && <span className={classes.bone} />}
      {items?.length === 0 && (
        <p className={classes.allGood}>
          <Icon name="success" />
          {t('dashboard.allGood')}
        </p>
      )}
      {items !== undefined && items.length > 0 && <Items items={items.slice(0, OPEN)} />}
      {rest.length > 0 && (
        <details className={classes.others}>
          <summary>{t('dashboard.moreItems', { count: rest.length })}</summary>
          <Items items={rest} />
        </details>
      )}
    </section>
  )
}
