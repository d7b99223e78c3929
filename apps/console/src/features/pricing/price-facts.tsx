import type { ListPrice } from '@weir/contract/catalog/entry'
import { scaledPrice } from '@weir/contract/prices/scaled-price'
import { useText } from '../../shared/i18n/use-text.ts'
import { Fact, Facts } from '../../shared/ui/facts/facts.tsx'
import figures from '../../shared/ui/facts/figures.module.css'
import { ratioOfRow } from './group-price.ts'
import type { PriceRow } from './price-filter.ts'
import { formatDollars, lineKey, lineLabel, priceLines } from './price-lines.ts'
import classes from './pricing.module.css'
import { unpricedText } from './unpriced-text.ts'

const count = (value: number): string => value.toLocaleString('en-US')

export const ModelFacts = ({ row }: { readonly row: PriceRow }) => {
  const t = useText()
  return (
    <div className={classes.facts}>
      <Facts>
        {row.vendor !== '' && <Fact label={t('pricing.vendor')}>{row.vendor}</Fact>}
        {row.mode !== undefined && <Fact label={t('pricing.mode')}>{t(`pricing.mode.${row.mode}`)}</Fact>}
        {row.context !== undefined && <Fact label={t('pricing.context')}>{count(row.context)}</Fact>}
        {row.max_output !== undefined && <Fact label={t('pricing.maxOutput')}>{count(row.max_output)}</Fact>}
        {row.features.length > 0 && (
          <Fact label={t('pricing.features')}>{row.features.map((feature) => t(`pricing.feature.${feature}`)).join(' · ')}</Fact>
        )}
        <Fact label={t('pricing.groups')}>{row.groups.join(' · ')}</Fact>
        {row.aliases !== undefined && <Fact label={t('pricing.aliases')}>{row.aliases.join(' · ')}</Fact>}
        {row.alias_of !== undefined && <Fact label={t('pricing.prices')}>{t('pricing.aliasOf', { model: row.alias_of })}</Fact>}
        {row.charged_as !== undefined && (
          <Fact label={t('pricing.prices')}>{t('pricing.chargedAs', { model: row.charged_as.join(', ') })}</Fact>
        )}
      </Facts>
    </div>
  )
}

interface PriceColumn {
  readonly title: string
  readonly price: ListPrice
}

/** A row for every figure that one of the prices has. */
const PriceLines = ({ columns }: { readonly columns: readonly PriceColumn[] }) => {
  const t = useText()
  const lines = new Map(columns.flatMap(({ price }) => priceLines(price)).map((line) => [lineKey(line), line]))
  const shown = columns.map(({ price }) => new Map(priceLines(price).map((line) => [lineKey(line), formatDollars(line.dollars)])))
  return (
    <table className={`${figures.table} ${classes.lines}`}>
      <thead>
        <tr>
          <th scope="col">{t('pricing.prices')}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...lines].map(([key, line]) => (
          <tr key={key}>
            <th scope="row">{lineLabel(line, t)}</th>
            {columns.map(({ title }, at) => (
              <td key={title}>{shown[at]?.get(key) ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Props {
  readonly row: PriceRow
  readonly ratio: number
  readonly policy: string
  readonly isAdmin: boolean
}

/** Every figure of the price, with the catalogue's or the list's beside it where they differ. */
export const PriceFacts = ({ row, ratio, policy, isAdmin }: Props) => {
  const t = useText()
  if (row.price === undefined) return <p className={classes.note}>{unpricedText(policy, t)}</p>
  const { price } = row
  const factor = ratioOfRow(row, ratio)
  const common = row.common ?? (factor === 1 ? undefined : price)
  const others = isAdmin && common === undefined ? Object.entries(row.group_prices ?? {}) : []
  const columns: readonly PriceColumn[] = [
    { title: t(isAdmin ? 'pricing.inForce' : 'pricing.yours'), price: scaledPrice(price, factor) },
    ...(common === undefined ? [] : [{ title: t('pricing.listColumn'), price: common }]),
    ...others.map(([group, own]) => ({ title: t('pricing.groupColumn', { group }), price: own })),
    ...(row.catalog === undefined ? [] : [{ title: t('pricing.catalogColumn'), price: row.catalog }]),
  ]
  return (
    <>
      {!row.is_priced && <p className={classes.note}>{unpricedText(policy, t)}</p>}
      <PriceLines columns={columns} />
    </>
  )
}
