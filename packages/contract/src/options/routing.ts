import { z } from 'zod'
import { parseJson } from '../values/json.ts'
import { sheetProblem } from './model-sheets.ts'
import { wordTable } from '../values/word-table.ts'

export const ROUTING_STRATEGIES = ['weighted', 'latency', 'cost'] as const

export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number]

/** Each of them may be tried as often as the model itself, and a caller waits for all of that. */
const MAX_SUBSTITUTES = 5
const MAX_NAME = 200
const MAX_GROUP = 64

const name = z.string().trim().min(1).max(MAX_NAME)

const substitutesByModel = z.record(name, z.array(name).max(MAX_SUBSTITUTES)).superRefine((models, context) => {
  for (const [model, others] of Object.entries(models)) {
    others.forEach((other, at) => {
      const path = [model, at]
      if (other === model) context.addIssue({ code: 'custom', path, message: `a model cannot stand in for itself (${other})` })
      else if (others.indexOf(other) < at) context.addIssue({ code: 'custom', path, message: `${other} stands in the list twice` })
    })
  }
})

const strategiesByGroup = z.record(z.string().trim().min(1).max(MAX_GROUP), z.enum(ROUTING_STRATEGIES))

type Parsed<T> = { readonly ok: true; readonly value: Readonly<Record<string, T>> } | { readonly ok: false; readonly problem: string }

const parseBy = <T>(schema: z.ZodType<Record<string, T>>, text: string): Parsed<T> => {
  const parsed = schema.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  return parsed.success ? { ok: true, value: wordTable(parsed.data) } : { ok: false, problem: sheetProblem(parsed.error) }
}

/** Model → those that answer in its place, in the order in which they are tried. */
export const parseSubstitutes = (text: string): Parsed<readonly string[]> => parseBy<string[]>(substitutesByModel, text)

/** Group → how its requests are spread over the channels of one priority. */
export const parseGroupRouting = (text: string): Parsed<RoutingStrategy> => parseBy<RoutingStrategy>(strategiesByGroup, text)
