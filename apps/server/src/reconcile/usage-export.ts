import { lineOfJsonFault } from '@weir/contract/values/json-line'
import { ExportProblem, type UsageExport } from './export-line.ts'
import { readJsonExport } from './json-export.ts'
import { readTableExport } from './table-export.ts'

/** The usage or cost export of OpenAI or Anthropic, as their APIs answer it or as their consoles save it. */
export const readUsageExport = (text: string): UsageExport => {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return readTableExport(text)
  const line = lineOfJsonFault(text)
  if (line !== undefined) throw new ExportProblem(`line ${line} is not valid JSON`)
  return readJsonExport(text)
}
