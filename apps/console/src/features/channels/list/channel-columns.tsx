import type { ChannelObject } from '@weir/contract/channel'
import { splitList } from '@weir/contract/values/quantity'
import type { Translate } from '../../../shared/i18n/translate.ts'
import type { Column } from '../../../shared/list/view/column.ts'
import { GroupBadges } from '../../../shared/ui/badge/group-badges.tsx'
import { groupNames } from '../../../shared/ui/badge/group-color.ts'
import { TextCell } from '../../../shared/ui/cells/cells.tsx'
import { LastTest } from '../test/last-test.tsx'
import { BalanceCell, ModelsCell, StatusCell, TypeCell } from './channel-cells.tsx'
import { InlineNumber } from './inline-number.tsx'
import type { useBalance } from './use-balance.ts'
import type { useChannelEdit } from './use-channel-edit.ts'
import type { ChannelTests } from './use-channel-tests.ts'

interface Tools {
  readonly t: Translate
  readonly tests: ChannelTests
  readonly balances: ReturnType<typeof useBalance>
  readonly edit: ReturnType<typeof useChannelEdit>
}

const rankColumns = ({ t, edit }: Tools): readonly Column<ChannelObject>[] =>
  (['priority', 'weight'] as const).map((name) => ({
    key: name,
    title: t(`channel.${name}`),
    cell: (row) => (
      <InlineNumber
        name={name}
        label={t(`channel.${name}Of`, { name: row.name || row.id })}
        hint={t(`channel.${name}Hint`)}
        value={row[name]}
        {...(name === 'weight' ? { min: 0 } : {})}
        onCommit={(value) => edit(row, { [name]: value })}
      />
    ),
    sortValue: (row) => row[name],
    align: 'right',
    ...(name === 'weight' && { below: { key: 'priority', upTo: 'wide' } }),
  }))

export const channelColumns = (tools: Tools): readonly Column<ChannelObject>[] => {
  const { t, tests, balances } = tools
  return [
    { key: 'id', title: t('channel.id'), cell: (row) => row.id, sortValue: (row) => row.id, align: 'right' },
    {
      key: 'name',
      title: t('channel.name'),
      cell: (row) => <TextCell text={row.name || t('common.none')} />,
      sortValue: (row) => row.name,
      isMain: true,
    },
    {
      key: 'group',
      title: t('channel.group'),
      cell: (row) => <GroupBadges groups={row.group} />,
      sortValue: (row) => groupNames(row.group).join(','),
    },
    {
      key: 'type',
      card: 'glance',
      title: t('channel.type'),
      cell: (row) => <TypeCell type={row.type} />,
      sortValue: (row) => row.type,
      below: { key: 'name', upTo: 'medium' },
    },
    {
      key: 'status',
      title: t('channel.status'),
      cell: (row) => <StatusCell status={row.status} />,
      sortValue: (row) => row.status,
      card: 'badge',
    },
    {
      key: 'response_time',
      card: 'glance',
      title: t('channel.responseTime'),
      cell: (row) => <LastTest channel={row} isRunning={tests.isRunning(row.id)} />,
      sortValue: (row) => row.response_time,
      below: { key: 'status', upTo: 'medium' },
    },
    {
      key: 'balance',
      title: t('channel.balance'),
      cell: (row) => <BalanceCell row={row} isPending={balances.isPending(row.id)} onRefresh={() => balances.refresh(row)} />,
      sortValue: (row) => row.balance,
      below: { key: 'group', upTo: 'tight' },
      align: 'right',
    },
    ...rankColumns(tools),
    {
      key: 'models',
      title: t('channel.models'),
      cell: (row) => <ModelsCell models={row.models} />,
      sortValue: (row) => splitList(row.models).length,
      below: { key: 'name', upTo: 'wide' },
    },
    {
      key: 'tag',
      title: t('channel.tag'),
      cell: (row) => (row.tag ? <TextCell text={splitList(row.tag).join(' · ')} /> : ''),
      sortValue: (row) => row.tag ?? '',
      below: { key: 'group', upTo: 'wide' },
    },
  ]
}
