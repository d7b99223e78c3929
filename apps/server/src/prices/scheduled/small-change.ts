import type { ListPrice } from '@weir/contract/catalog/entry'
import { isObject } from '@weir/dialects/json'

/** Of figures such as 2 and 2.1, whose difference has no exact form. */
const ROUNDING = 1 + 1e-9

const partsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(value) ? value.map((part, at) => [String(at), part]) : Object.entries(isObject(value) ? value : {})

/** Whether every figure of a price is at most so many percent away from what it was, and none has come or gone. */
const isNear = (before: unknown, after: unknown, percent: number): boolean => {
  if (typeof before === 'number' && typeof after === 'number') return Math.abs(after - before) * 100 <= before * percent * ROUNDING
  const [was, is] = [partsOf(before), new Map(partsOf(after))]
  if (was.length === 0 && is.size === 0) return before === after
  return was.length === is.size && was.every(([name, part]) => is.has(name) && isNear(part, is.get(name), percent))
}

export const isSmallChange = (before: ListPrice | undefined, after: ListPrice, percent: number): boolean =>
  before !== undefined && isNear(before, after, percent)
