import type { DataOf } from '@weir/contract/endpoint'
import type { previewPriceList } from '@weir/contract/prices/price-import'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { changesBetween, percentOf, type FigureChange } from './difference.ts'
import { formatDollars, lineKey, lineLabel, priceLines } from './price-lines.ts'
import classes from './pricing.module.css'

export type Preview = DataOf<typeof previewPriceList>

/** Nobody reads thousands of rows, and a browser takes long to draw them. */
const MOST_SHOWN = 200
const MOST_NAMES = 30

const Rows = <Row,>({
  title,
  rows,
  draw,
}: {
  readonly title: string
  readonly rows: readonly Row[]
  readonly draw: (row: Row) => ReactNode
}) => {
  const t = useText()
  if (rows.length === 0) return null
  const rest = rows.length - MOST_SHOWN
  return (
    <section className={classes.section}>
      <h3>{`${title} · ${rows.length}`}</h3>
      <ul className={classes.changes}>{rows.slice(0, MOST_SHOWN).map(draw)}</ul>
      {rest > 0 && <p className={classes.note}>{t('pricing.import.more', { count: rest })}</p>}
    </section>
  )
}

const Names = ({ title, names }: { readonly title: string; readonly names: readonly string[] }) => {
  const t = useText()
  if (names.length === 0) return null
  const rest = names.length - MOST_NAMES
  const more = rest > 0 ? ` ${t('pricing.import.more', { count: rest })}` : ''
  return (
    <section className={classes.section}>
      <h3>{`${title} · ${names.length}`}</h3>
      <p className={classes.note}>{names.slice(0, MOST_NAMES).join(', ') + more}</p>
    </section>
  )
}

const dollars = (value: number | undefined): string => (value === undefined ? '–' : formatDollars(value))

const Change = ({ change }: { readonly change: FigureChange }) => {
  const t = useText()
  const percent = change.before === 0 ? t('pricing.import.wasFree') : percentOf(change)
  const isDearer = (change.after ?? 0) > (change.before ?? 0)
  return (
    <span>
      {`${lineLabel(change.line, t)} ${dollars(change.before)} → ${dollars(change.after)}`}
      {percent !== undefined && <b className={classes.percent} data-dearer={isDearer}>{` ${percent}`}</b>}
    </span>
  )
}

export const ImportDifference = ({ preview }: { readonly preview: Preview }) => {
  const t = useText()
  return (
    <div data-testid="price-difference">
      <p className={classes.summary}>
        {t('pricing.import.summary', { added: preview.added.length, changed: preview.changed.length, same: preview.same })}
      </p>
      <Rows
        title={t('pricing.import.changed')}
        rows={preview.changed}
        draw={({ model, before, price }) => {
          const changes = changesBetween(before, price)
          return (
            <li key={model}>
              <code>{model}</code>
              <span className={classes.deltas}>
                {changes.map((change) => (
                  <Change key={lineKey(change.line)} change={change} />
                ))}
                {changes.length === 0 && t('pricing.import.other')}
              </span>
            </li>
          )
        }}
      />
      <Rows
        title={t('pricing.import.added')}
        rows={preview.added}
        draw={({ model, price }) => (
          <li key={model}>
            <code>{model}</code>
            <span className={classes.deltas}>
              {priceLines(price).map((line) => (
                <span key={lineKey(line)}>{`${lineLabel(line, t)} ${formatDollars(line.dollars)}`}</span>
              ))}
            </span>
          </li>
        )}
      />
      <Names title={t('pricing.import.byRatios')} names={preview.by_ratios} />
      <Names title={t('pricing.import.missing')} names={preview.missing} />
    </div>
  )
}

export const ImportProblems = ({ problems }: Pick<Preview, 'problems'>) => {
  const t = useText()
  return (
    <div role="alert" data-testid="price-problems">
      <p className={classes.summary}>{t('pricing.import.problems', { count: problems.length })}</p>
      <ul className={classes.changes}>
        {problems.map(({ line, name, reason }) => (
          <li key={`${name} ${line} ${reason}`}>
            <code>{name}</code>
            <span className={classes.deltas}>
              {line !== undefined && <b>{t('pricing.import.line', { line })}</b>}
              <span>{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
