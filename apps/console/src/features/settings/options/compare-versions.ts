/** As semver writes them, with or without a `v` before; what stands behind a plus does not count. */
const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\dA-Za-z.-]{1,64}))?(?:\+[\dA-Za-z.-]{1,64})?$/

export interface Version {
  readonly numbers: readonly number[]
  /** Of a release that comes before the one with these numbers; empty in a finished one. */
  readonly preview: readonly string[]
}

export const parseVersion = (text: string): Version | undefined => {
  const found = VERSION.exec(text.trim())
  if (found === null) return undefined
  const [, major, minor, patch, preview] = found
  return { numbers: [major, minor, patch].map(Number), preview: preview === undefined ? [] : preview.split('.') }
}

const isNumeric = (part: string): boolean => /^\d+$/.test(part)

const comparePart = (a: string, b: string): number => {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b)
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}

const comparePreviews = (a: readonly string[], b: readonly string[]): number => {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [at, part] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = comparePart(part, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Above zero where `a` is newer. */
export const compareVersions = (a: Version, b: Version): number => {
  const difference = a.numbers.map((number, at) => number - (b.numbers[at] ?? 0)).find((step) => step !== 0)
  return difference ?? comparePreviews(a.preview, b.preview)
}
