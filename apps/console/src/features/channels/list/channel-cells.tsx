import type { ChannelObject } from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { splitList } from '@weir/contract/values/quantity'
import { formatBalance } from '@weir/contract/values/format'
import { Button, Tooltip } from 'antd'
import { useLanguagePack, useText } from '../../../shared/i18n/use-text.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { channelStatusBadge } from '../../../shared/ui/badge/channel-status-badge.ts'
import { channelTypeColor, channelTypeName } from '../channel-type-badge.ts'
import classes from './channel-list.module.css'

export const TypeCell = ({ type }: { readonly type: number }) => {
  const { language, t } = useLanguagePack()
  return <Badge color={channelTypeColor(type)} text={channelTypeName(type, language, t)} />
}

export const StatusCell = ({ status }: { readonly status: number }) => {
  const t = useText()
  const { label, tooltip, color } = channelStatusBadge(status)
  return <Badge color={color} text={t(label)} {...(tooltip === undefined ? {} : { tooltip: t(tooltip) })} />
}

/** The first of them, and how many more; all of them on hover. */
export const ModelsCell = ({ models }: { readonly models: string }) => {
  const t = useText()
  const [first, ...others] = splitList(models)
  if (first === undefined) return ''
  return (
    <span className={classes.modelNames} title={splitList(models).join(', ')}>
      {others.length === 0 ? first : `${first} · ${t('channel.modelCount', { count: others.length + 1 })}`}
    </span>
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
  if (balance === undefined) {
    const text = t('channel.balanceUnsupported')
    return (
      <span className={classes.unsupported} title={text}>
        {text}
      </span>
    )
  }
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
