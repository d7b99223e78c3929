import { formatNumber } from '@weir/contract/values/format'
import { Tooltip } from 'antd'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { GroupBadges } from '../../shared/ui/badge/group-badges.tsx'
import { TextCell } from '../../shared/ui/cells/cells.tsx'
import { MarginCell } from './margin/margin-cell.tsx'
import { marginSortValue, marginsOf } from './margin/margin.ts'
import { briefPrice, priceCell, sortValueOf } from './price-cell.tsx'
import { stateOf, type PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'
import { unpricedText } from './unpriced-text.ts'

interface Options {
  readonly t: Translate
  readonly isAdmin: boolean
  /** Of the group whose prices are shown. */
  readonly ratio: number
  readonly policy: string
  readonly onOpen: (row: PriceRow) => void
}

const MOST_FEATURES = 2

const Features = ({ row, t }: { readonly row: PriceRow; readonly t: Translate }) => {
  const names = row.features.map((feature) => t(`pricing.feature.${feature}`))
  const others = names.slice(MOST_FEATURES)
  return (
    <span className={classes.features}>
      {names.slice(0, MOST_FEATURES).map((name) => (
        <span key={name} className={classes.feature}>
          {name}
        </span>
      ))}
      {others.length > 0 && (
        <Tooltip title={others.join(' · ')}>
          <span className={classes.feature}>{`+${others.length}`}</span>
        </Tooltip>
      )}
    </span>
  )
}

const NameCell = ({ row, t, policy, onOpen }: Pick<Options, 't' | 'policy' | 'onOpen'> & { readonly row: PriceRow }) => (
  <span className={classes.name}>
    <button type="button" className={classes.open} title={row.model} onClick={() => onOpen(row)} data-testid="act-open">
      {row.model}
    </button>
    <span className={classes.marks}>
      {!row.is_priced && <Badge color="orange" text={t('pricing.unpriced')} tooltip={unpricedText(policy, t)} />}
      {stateOf(row) === 'own' && <Badge color="blue" text={t('pricing.own')} />}
      {row.retires !== undefined && <Badge color="grey" text={t('pricing.retires', { day: row.retires })} />}
      {row.alias_of !== undefined && <small className={classes.quiet}>{t('pricing.aliasOf', { model: row.alias_of })}</small>}
      {row.charged_as !== undefined && (
        <small className={classes.quiet}>{t('pricing.chargedAs', { model: row.charged_as.join(', ') })}</small>
      )}
    </span>
  </span>
)

const marginCell = (row: PriceRow, ratio: number, t: Translate) => {
  const margins = marginsOf(row, ratio)
  return margins === undefined ? '' : <MarginCell margins={margins} t={t} />
}

const adminColumns = (t: Translate, ratio: number): readonly Column<PriceRow>[] => [
  {
    key: 'margin',
    title: t('pricing.margin'),
    cell: (row) => marginCell(row, ratio, t),
    sortValue: (row) => marginSortValue(marginsOf(row, ratio)),
    align: 'right',
  },
  {
    key: 'groups',
    title: t('pricing.groups'),
    cell: (row) => <GroupBadges groups={row.groups.join(',')} />,
    sortValue: (row) => row.groups.join(','),
    below: { key: 'features', upTo: 'medium' },
  },
  {
    key: 'channels',
    title: t('pricing.channels'),
    cell: (row) => String(row.channels ?? 0),
    sortValue: (row) => row.channels ?? 0,
    align: 'right',
  },
]

export const priceColumns = ({ t, isAdmin, ratio, policy, onOpen }: Options): readonly Column<PriceRow>[] => [
  {
    key: 'model',
    title: t('pricing.model'),
    cell: (row) => <NameCell row={row} t={t} policy={policy} onOpen={onOpen} />,
    sortValue: (row) => row.model,
    isMain: true,
  },
  {
    key: 'vendor',
    title: t('pricing.vendor'),
    cell: (row) => (row.vendor === '' ? '' : <TextCell text={row.vendor} />),
    sortValue: (row) => row.vendor,
    below: { key: 'model', upTo: 'tight' },
  },
  ...(['input', 'output', 'cacheRead'] as const).map((rate): Column<PriceRow> => ({
    key: rate,
    title: t(`pricing.${rate === 'cacheRead' ? 'cached' : rate}`),
    cell: (row) => priceCell(row, { rate, ratio, t }),
    sortValue: (row) => sortValueOf(row, rate),
    align: 'right',
    ...(rate === 'cacheRead'
      ? { below: { key: 'output', upTo: 'tight' } as const }
      : { card: 'glance', brief: (row: PriceRow) => briefPrice(row, { rate, ratio, t }) }),
  })),
  {
    key: 'context',
    title: t('pricing.context'),
    cell: (row) => (row.context === undefined ? '' : formatNumber(row.context)),
    sortValue: (row) => row.context ?? 0,
    align: 'right',
  },
  {
    key: 'max_output',
    title: t('pricing.maxOutput'),
    cell: (row) => (row.max_output === undefined ? '' : formatNumber(row.max_output)),
    sortValue: (row) => row.max_output ?? 0,
    align: 'right',
    below: { key: 'context', upTo: 'medium' },
  },
  {
    key: 'features',
    title: t('pricing.features'),
    cell: (row) => (row.features.length === 0 ? '' : <Features row={row} t={t} />),
    sortValue: (row) => row.features.length,
  },
  ...(isAdmin ? adminColumns(t, ratio) : []),
]
