import { counted } from '@weir/contract/values/counted'

/** What a table of a dump comes to: two tables with the same sum hold the same rows, in whatever order they were read. */
export interface TableSum {
  readonly table: string
  readonly rows: number
  readonly digest: string
}

const HASH_BYTES = 32
const WORD_BYTES = 8
const WORDS = HASH_BYTES / WORD_BYTES

/** Adds up the SHA-256 of every row: databases give rows in different orders. */
export class TableDigest {
  readonly #sums = new BigUint64Array(WORDS)
  readonly #hash = new Uint8Array(HASH_BYTES)
  readonly #view = new DataView(this.#hash.buffer)
  #rows = 0

  add(line: string): void {
    Bun.SHA256.hash(line, this.#hash)
    for (let word = 0; word < WORDS; word++) this.#sums[word] = (this.#sums[word] ?? 0n) + this.#view.getBigUint64(word * WORD_BYTES)
    this.#rows += 1
  }

  sumOf(table: string): TableSum {
    const digest = Array.from(this.#sums, (sum) => sum.toString(16).padStart(2 * WORD_BYTES, '0')).join('')
    return { table, rows: this.#rows, digest }
  }
}

/** The first table that is not the same. */
export const firstDifference = (expected: readonly TableSum[], found: readonly TableSum[]): string | undefined => {
  const byName = new Map(found.map((sum) => [sum.table, sum]))
  for (const { table, rows, digest } of expected) {
    const other = byName.get(table)
    if (other?.rows !== rows) return `${table} has ${counted(other?.rows ?? 0, 'row')} instead of ${rows}`
    if (other.digest !== digest) return `${table} has other values`
  }
  return undefined
}
