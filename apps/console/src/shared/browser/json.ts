export type Fields = Readonly<Record<string, unknown>>

type ReadJson = { readonly value: unknown; readonly problem?: undefined } | { readonly value?: undefined; readonly problem: string }

/** The only place of the console that parses JSON: stored texts, replies and typed texts may all be broken. */
export const readJson = (text: string): ReadJson => {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : '' }
  }
}

/** `undefined` when the text is not JSON. */
export const parseJson = (text: string | null): unknown => readJson(text ?? '').value

/** `undefined` when the text is not a JSON object. */
export const parseJsonObject = (text: string | null): Fields | undefined => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}
