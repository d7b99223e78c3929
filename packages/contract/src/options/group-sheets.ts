import { z } from 'zod'
import { listPrice, type ListPrice } from '../catalog/entry.ts'
import { parseJson } from '../values/json.ts'
import { sheetProblem } from './model-sheets.ts'

const MAX_GROUP = 64

const pricesByGroup = z.record(z.string().trim().min(1).max(MAX_GROUP), z.record(z.string().min(1).max(200), listPrice))

export type GroupSheets = ReadonlyMap<string, ReadonlyMap<string, ListPrice>>

type ParsedGroupSheets = { readonly ok: true; readonly value: GroupSheets } | { readonly ok: false; readonly problem: string }

/** Group → model → what it costs there, in dollars. The ratio of the group does not multiply it. */
export const parseGroupSheets = (text: string): ParsedGroupSheets => {
  const parsed = pricesByGroup.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  if (!parsed.success) return { ok: false, problem: sheetProblem(parsed.error) }
  return { ok: true, value: new Map(Object.entries(parsed.data).map(([group, models]) => [group, new Map(Object.entries(models))])) }
}
