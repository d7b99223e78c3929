import { parseJsonObject } from '../browser/json.ts'

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** Takes from a stored draft what still fits the form; an older form's fields and broken values are dropped. */
export const withDraft = <Values extends object>(initial: Values, raw: string | null): Values => {
  const known = new Map<string, unknown>(Object.entries(initial))
  const fitting = Object.entries(parseJsonObject(raw) ?? {}).filter(
    ([name, value]) => known.has(name) && kindOf(value) === kindOf(known.get(name)),
  )
  return { ...initial, ...Object.fromEntries(fitting) }
}

/** Secrets never reach the storage. */
export const draftText = (values: object, secrets: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name))))
