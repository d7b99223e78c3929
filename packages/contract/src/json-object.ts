export const parseJsonObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A map of texts that is kept as JSON. Anything else counts as empty: one bad row must not take every channel down. */
export const parseStringMap = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parseJsonObject(text) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
