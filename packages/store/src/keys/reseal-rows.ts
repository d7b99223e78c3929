import { WrongKey } from '../errors.ts'
import type { Keyring } from '../vault.ts'
import type { Purpose } from '../vault/derived-keys.ts'

/** `changed`: by another process in between, so that it must be looked at again. `unreadable`: no key opens it, and none did before. */
export type RowOutcome = 'fresh' | 'resealed' | 'changed' | 'unreadable'

export type ResealCount = Readonly<Record<RowOutcome, number>>

export interface SealedText {
  readonly purpose: Purpose
  readonly place: string
  readonly sealed: string
}

interface Walk<Row, Key> {
  /** Rows after this key in the order of their keys; from the first without one. */
  readonly page: (after: Key | undefined) => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => Key
  /** Undefined when there is nothing to do; else a write that changes the row as it was read, and tells how many it changed. */
  readonly reseal: (row: Row) => (() => Promise<bigint>) | undefined
}

export const PAGE_ROWS = 200
/** Writes at once: databases on a server write them down together. */
const PARALLEL = 8

const outcomeOf = async <Row>(row: Row, reseal: Walk<Row, unknown>['reseal']): Promise<RowOutcome> => {
  try {
    const write = reseal(row)
    if (write === undefined) return 'fresh'
    return (await write()) > 0n ? 'resealed' : 'changed'
  } catch (error) {
    if (error instanceof WrongKey) return 'unreadable'
    throw error
  }
}

/** One row per write: whoever settles a request meanwhile never waits for more than that. */
export const resealRows = async <Row, Key>({ page, keyOf, reseal }: Walk<Row, Key>): Promise<ResealCount> => {
  const count = { fresh: 0, resealed: 0, changed: 0, unreadable: 0 }
  let after: Key | undefined
  for (;;) {
    const rows = await page(after)
    const last = rows.at(-1)
    if (last === undefined) return count
    after = keyOf(last)
    for (let at = 0; at < rows.length; at += PARALLEL) {
      const outcomes = await Promise.all(rows.slice(at, at + PARALLEL).map((row) => outcomeOf(row, reseal)))
      for (const outcome of outcomes) count[outcome] += 1
    }
  }
}

/** The text under the new key; undefined when it is. Throws `WrongKey` when no key opens it. */
export const resealText = (keyring: Keyring, { purpose, place, sealed }: SealedText): string | undefined =>
  keyring.isFresh(purpose, place, sealed) ? undefined : keyring.vault.seal(purpose, place, keyring.vault.open(purpose, place, sealed))

/** In the words of LIKE: what stands under the generation that is written with. */
export const freshPattern = (keyring: Keyring): string => `${keyring.writing()}.%`
