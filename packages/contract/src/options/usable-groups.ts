import { z } from 'zod'
import { parseJson } from '../values/json.ts'
import { sheetProblem } from './model-sheets.ts'
import { wordTable } from '../values/word-table.ts'

const MAX_GROUP = 64
const MAX_DESCRIPTION = 200

const usableGroups = z.record(z.string().trim().min(1).max(MAX_GROUP), z.string().max(MAX_DESCRIPTION))

type ParsedGroups =
  | { readonly ok: true; readonly value: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly problem: string }

/** Group → what it is for. Every user may choose one of them for a token, beside the own group. */
export const parseUsableGroups = (text: string): ParsedGroups => {
  const parsed = usableGroups.safeParse(parseJson(text.trim() === '' ? '{}' : text))
  return parsed.success ? { ok: true, value: wordTable(parsed.data) } : { ok: false, problem: sheetProblem(parsed.error) }
}
