import type { ChannelObject } from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { formatBalance, formatSeconds, formatTimestamp, speedColor } from '@weir/contract/values/format'
import { Button, Tooltip } from 'antd'
import { useLanguagePack, useText } from '../../../shared/i18n/use-text.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { channelTypeColor, channelTypeName } from '../channel-type-badge.ts'
import classes from './channel-list.module.css'
import { channelStatusBadge } from './channel-status-badge.ts'
import type { TestState } from './use-channel-tests.ts'

export const TypeCell = ({ type }: { readonly type: number }) => {
  const { language, t } = useLanguagePack()
  return <Badge color={channelTypeColor(type)} text={channelTypeName(type, language, t)} />
}

export const StatusCell = ({ status }: { readonly status: number }) => {
  const t = useText()
  const { label, tooltip, color } = channelStatusBadge(status)
  return <Badge color={color} text={t(label)} {...(tooltip === undefined ? {} : { tooltip: t(tooltip) })} />
}

/** How fast the channel answered last, that it is being asked now, or why it did not answer. */
export const SpeedCell = ({ row, state }: { readonly row: ChannelObject; readonly state: TestState | undefined }) => {
  const t = useText()
  if (state?.kind === 'running') return <Badge color="blue" text={t('channel.testing')} />
  if (state?.kind === 'failed') return <Badge color="red" text={t('channel.testFailed')} tooltip={state.message || t('error.unnamed')} />
  const isTested = row.response_time > 0
  const tooltip = row.test_time > 0 ? t('channel.testedAt', { time: formatTimestamp(row.test_time) }) : t('channel.untested')
  return (
    <Badge
      color={speedColor(row.response_time)}
      text={isTested ? formatSeconds(row.response_time) : t('channel.untested')}
      tooltip={tooltip}
    />
  )
}

interface BalanceProps {
  readonly row: ChannelObject
  readonly isPending: boolean
  readonly onRefresh: () => void
}

export const BalanceCell = ({ row, isPending, onRefresh }: BalanceProps) => {
  const t = useText()
  const balance = formatBalance(row.balance, channelTypeById(row.type)?.balanceUnit ?? 'unsupported')
  if (balance === undefined) return <span className={classes.quiet}>{t('channel.balanceUnsupported')}</span>
  return (
    <Tooltip title={t('channel.balanceHint')}>
      <Button
        type="text"
        size="small"
        className={classes.balance ?? ''}
        loading={isPending}
        aria-label={t('channel.balanceOf', { name: row.name || row.id, balance })}
        onClick={onRefresh}
        data-testid="act-balance"
      >
        {balance}
      </Button>
    </Tooltip>
  )
}
