/** Texts that each connection prepares once, under names of their own. */
export interface PreparedTexts {
  /** Returns the text. */
  add(text: string): string
  nameOf(text: string): string | undefined
  /** From now on no text has a name: whatever stands between this process and the server does not know them. */
  forget(): void
}

export const createPreparedTexts = (): PreparedTexts => {
  const names = new Map<string, string>()
  let keepsNames = true
  return {
    add(text) {
      if (keepsNames && !names.has(text)) names.set(text, `weir_${names.size + 1}`)
      return text
    },
    nameOf: (text) => names.get(text),
    forget() {
      keepsNames = false
      names.clear()
    },
  }
}

/** A pooler has handed the connection on to another session of the server: there the name is not known, or known for another process. */
export const isUnknownName = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error.code === '26000' || error.code === '42P05')
