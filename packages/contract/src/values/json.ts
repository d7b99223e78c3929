import { wordTable } from './word-table.ts'

/** `undefined` when the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `undefined` when the text is not a JSON object. */
export const parseJsonObject = (text: string): object | undefined => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** A map of texts that is kept as JSON. Anything else counts as empty: one bad row must not take every channel down. */
export const parseStringMap = (text: string): Readonly<Record<string, string>> =>
  wordTable(
    Object.fromEntries(
      Object.entries(parseJsonObject(text) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  )
