import type { ChannelObject } from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { formatBalance } from '@weir/contract/values/format'
import { Button, Tooltip } from 'antd'
import { useLanguagePack, useText } from '../../../shared/i18n/use-text.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { channelTypeColor, channelTypeName } from '../channel-type-badge.ts'
import classes from './channel-list.module.css'
import { channelStatusBadge } from './channel-status-badge.ts'

export const TypeCell = ({ type }: { readonly type: number }) => {
  const { language, t } = useLanguagePack()
  return <Badge color={channelTypeColor(type)} text={channelTypeName(type, language, t)} />
}

export const StatusCell = ({ status }: { readonly status: number }) => {
  const t = useText()
  const { label, tooltip, color } = channelStatusBadge(status)
  return <Badge color={color} text={t(label)} {...(tooltip === undefined ? {} : { tooltip: t(tooltip) })} />
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
