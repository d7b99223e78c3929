/** A list brought to a power of two by repeating its last entry: the database has few texts to prepare, nine for lists of up to 256. */
export const padded = <T>(list: readonly T[]): readonly T[] => {
  const last = list.at(-1)
  let size = 1
  while (size < list.length) size *= 2
  if (last === undefined || size === list.length) return list
  const filled = list.slice()
  while (filled.length < size) filled.push(last)
  return filled
}

/** For a list of so many parameters. */
export const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ')
