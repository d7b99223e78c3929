/** A table that is asked for words from outside: it knows no word but its own, not even those that every object has (`constructor`). */
export const wordTable = <T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)
