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

/** An alias that two sheets claim, or one of them twice. */
export interface AliasClash {
  readonly alias: string
  readonly first: string
  readonly second: string
}

/** A sheet cannot name itself: it has that name already. */
export const aliasClash = (sheets: Iterable<Pick<ModelSheet, 'model' | 'aliases'>>): AliasClash | undefined => {
  const claimed = new Map<string, string>()
  for (const { model, aliases = [] } of sheets) {
    for (const alias of aliases) {
      const first = alias === model ? model : claimed.get(alias)
      if (first !== undefined) return { alias, first, second: model }
      claimed.set(alias, model)
    }
  }
  return undefined
}

/** The option of sheets by model. An empty text has none. */
export const parseModelSheets = (text: string): ParsedSheets => {
  const parsed = sheetsByModel.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  if (!parsed.success) return { ok: false, problem: sheetProblem(parsed.error) }
  const sheets = new Map(Object.entries(parsed.data).map(([model, sheet]) => [model, { model, ...sheet }]))
  const clash = aliasClash(sheets.values())
  return clash === undefined
    ? { ok: true, sheets }
    : { ok: false, problem: `${clash.second}.aliases: ${clash.alias} is a name of ${clash.first} already` }
}
