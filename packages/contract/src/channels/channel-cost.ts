import { z } from 'zod'
import { listPrice, type ListPrice } from '../catalog/entry.ts'
import { parseJson } from '../values/json.ts'

/** A part of the price before the ratio of a group, or a price of its own in dollars. */
export type CostRule = number | ListPrice

export type ChannelCost = ReadonlyMap<string, CostRule>

/** Stands for every model that is not named. */
export const ANY_MODEL = '*'

const factor = z.number().min(0).max(1000)
const rules = z.union([
  factor.transform((all) => ({ [ANY_MODEL]: all })),
  z.record(z.string().min(1).max(200), z.union([factor, listPrice])),
])

/** What a channel's upstream takes: a factor for all models, or JSON from model to factor or price. Undefined when it is neither; empty is unknown. */
export const parseChannelCost = (text: string): ChannelCost | undefined => {
  if (text.trim() === '') return new Map()
  const parsed = rules.safeParse(parseJson(text))
  return parsed.success ? new Map(Object.entries(parsed.data)) : undefined
}
