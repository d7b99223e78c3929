type Fields = Readonly<Record<string, unknown>>

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

const parseFields = (raw: string | null): Fields => {
  try {
    const value: unknown = JSON.parse(raw ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Takes from a stored draft what still fits the form; an older form's fields and broken values are dropped. */
export const withDraft = <Values extends object>(initial: Values, raw: string | null): Values => {
  const known = new Map<string, unknown>(Object.entries(initial))
  const fitting = Object.entries(parseFields(raw)).filter(([name, value]) => known.has(name) && kindOf(value) === kindOf(known.get(name)))
  return { ...initial, ...Object.fromEntries(fitting) }
}

/** Secrets never reach the storage. */
export const draftText = (values: object, secrets: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name))))
