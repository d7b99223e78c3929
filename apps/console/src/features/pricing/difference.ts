import type { ListPrice } from '@weir/contract/catalog/entry'
import { lineKey, priceLines, type PriceLine } from './price-lines.ts'

/** One figure of a price that a list changes. */
export interface FigureChange {
  readonly line: PriceLine
  readonly before: number | undefined
  readonly after: number | undefined
}

export const changesBetween = (before: ListPrice, after: ListPrice): readonly FigureChange[] => {
  const old = new Map(priceLines(before).map((line) => [lineKey(line), line]))
  const fresh = new Map(priceLines(after).map((line) => [lineKey(line), line]))
  return [...new Map([...old, ...fresh])].flatMap(([key, line]) => {
    const change = { line, before: old.get(key)?.dollars, after: fresh.get(key)?.dollars }
    return change.before === change.after ? [] : [change]
  })
}

/** `+20 %`; undefined where there was nothing to compare with. */
export const percentOf = ({ before, after }: FigureChange): string | undefined => {
  if (before === undefined || after === undefined || before === 0) return undefined
  const percent = Number((((after - before) / before) * 100).toFixed(1))
  return `${percent > 0 ? '+' : ''}${percent} %`
}
