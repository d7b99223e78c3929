/** A list brought to a power of two by repeating its last entry: the database has few texts to prepare, nine for lists of up to 256. */
export const padded = <T>(list: readonly T[]): readonly T[] => {
  const size = 2 ** Math.ceil(Math.log2(list.length))
  const [last] = list.slice(-1)
  return last === undefined ? list : [...list, ...Array.from({ length: size - list.length }, () => last)]
}
