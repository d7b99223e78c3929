import { z } from 'zod'
import { modelSheet, type ModelSheet } from '../catalog/entry.ts'
import { parseJson } from '../values/json.ts'

const sheetsByModel = z.record(z.string().min(1).max(200), modelSheet.omit({ model: true }))

export type ParsedSheets =
  | { readonly ok: true; readonly sheets: ReadonlyMap<string, ModelSheet> }
  | { readonly ok: false; readonly problem: string }

/** Where in the text, and what is wrong there: `gpt-4o.price.input: …`. */
export const sheetProblem = ({ issues }: z.ZodError): string => {
  const [first] = issues
  return first === undefined ? '' : `${first.path.join('.') || 'JSON'}: ${first.message}`
}

/** The option of sheets by model. An empty text has none. */
export const parseModelSheets = (text: string): ParsedSheets => {
  const parsed = sheetsByModel.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  if (!parsed.success) return { ok: false, problem: sheetProblem(parsed.error) }
  return { ok: true, sheets: new Map(Object.entries(parsed.data).map(([model, sheet]) => [model, { model, ...sheet }])) }
}
