import type { Selectable } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { AuditEntriesTable } from '../tables/audit-tables.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { findHead, type ChainHead } from './append.ts'
import { CHAIN_START, entryHash } from './entry-hash.ts'

const CHECKED_AT_ONCE = 500

const FIRST = '0001-first'
const CHAINED = '0032-audit-chain'

/** How long servers of both versions may run beside one another. */
const UPGRADE_SECONDS = 86_400

/** `id` is that of the first entry that is not in order. */
export type ChainBreak =
  /** It says something else than when it was written. */
  | { readonly kind: 'altered'; readonly id: number; readonly ordinal: number }
  /** Entries before it are gone. */
  | { readonly kind: 'missing'; readonly id: number; readonly ordinal: number; readonly expected: number }
  /** It does not stand where it was written. */
  | { readonly kind: 'moved'; readonly id: number; readonly ordinal: number; readonly expected: number }
  /** It was not written as part of the chain, and not during the upgrade that began it. */
  | { readonly kind: 'foreign'; readonly id: number }
  /** The last entries are gone. */
  | { readonly kind: 'truncated'; readonly entries: number; readonly expected: number }
  /** The head is not that of the entries. */
  | { readonly kind: 'head'; readonly entries: number; readonly expected: number }
  /** No entry has the hash that was noted elsewhere. */
  | { readonly kind: 'noted'; readonly hash: string }

/** What a server of an older version wrote that still ran during the upgrade: it says nothing about what was done to it since. */
export interface UnchainedEntries {
  readonly entries: number
  readonly firstId: number
  readonly lastId: number
}

export interface ChainReport {
  readonly head: ChainHead
  readonly broken: ChainBreak | undefined
  /** The entry whose hash was noted. */
  readonly noted: number | undefined
  readonly unchained: UnchainedEntries | undefined
}

type Row = Selectable<AuditEntriesTable>

const NO_HEAD: ChainHead = { entries: 0, hash: '' }

export const createChainVerifier = ({ kysely }: Pick<StoreContext, 'kysely'>) => {
  const rowsAfter = (id: number): Promise<readonly Row[]> =>
    kysely.selectFrom('audit_entries').selectAll().where('id', '>', id).orderBy('id').limit(CHECKED_AT_ONCE).execute()

  const hasOrdinal = async (ordinal: number): Promise<boolean> =>
    (await kysely.selectFrom('audit_entries').select('id').where('ordinal', '=', ordinal).executeTakeFirst()) !== undefined

  /** When the chain was begun by an upgrade; undefined where it is as old as the database, so that no version without it ever wrote here. */
  const findUpgrade = async (): Promise<number | undefined> => {
    const rows = await kysely.selectFrom('migrations').select(['name', 'applied_at']).where('name', 'in', [FIRST, CHAINED]).execute()
    const at = new Map(rows.map(({ name, applied_at }) => [name, applied_at]))
    return at.get(FIRST) === at.get(CHAINED) ? undefined : at.get(CHAINED)
  }

  const breakAt = async (row: Row, last: ChainHead): Promise<ChainBreak | undefined> => {
    const { id, ordinal, entry_hash: hash } = row
    const expected = last.entries + 1
    if (ordinal === null || hash === null) return { kind: 'foreign', id }
    if (ordinal !== expected) {
      const isElsewhere = ordinal < expected || (await hasOrdinal(expected))
      return { kind: isElsewhere ? 'moved' : 'missing', id, ordinal, expected }
    }
    return entryHash(last.hash, ordinal, row) === hash ? undefined : { kind: 'altered', id, ordinal }
  }

  const breakAtEnd = (last: ChainHead, head: ChainHead): ChainBreak | undefined => {
    if (last.entries < head.entries) return { kind: 'truncated', entries: last.entries, expected: head.entries }
    return last.hash === head.hash ? undefined : { kind: 'head', entries: last.entries, expected: head.entries }
  }

  return async (notedHash?: string): Promise<ChainReport> => {
    let last: ChainHead = { entries: 0, hash: CHAIN_START }
    let noted = notedHash === CHAIN_START ? 0 : undefined
    let after = 0
    let unchained: UnchainedEntries | undefined
    let lastWrittenAt = 0
    const upgradedAt = await findUpgrade()

    const isOfOlderVersion = ({ ordinal, entry_hash: hash, created_at: writtenAt }: Row): boolean =>
      ordinal === null &&
      hash === null &&
      upgradedAt !== undefined &&
      Math.abs(writtenAt - upgradedAt) <= UPGRADE_SECONDS &&
      lastWrittenAt <= upgradedAt + UPGRADE_SECONDS

    const readOn = async (): Promise<ChainBreak | undefined> => {
      for (let rows = await rowsAfter(after); rows.length > 0; rows = await rowsAfter(after)) {
        for (const row of rows) {
          after = row.id
          if (isOfOlderVersion(row)) {
            unchained = { entries: (unchained?.entries ?? 0) + 1, firstId: unchained?.firstId ?? row.id, lastId: row.id }
            continue
          }
          const broken = await breakAt(row, last)
          if (broken !== undefined) return broken
          lastWrittenAt = row.created_at
          last = { entries: last.entries + 1, hash: row.entry_hash ?? '' }
          if (last.hash === notedHash) noted = last.entries
        }
        await yieldToRequests()
      }
      return undefined
    }

    let head = NO_HEAD
    for (;;) {
      const broken = await readOn()
      const before = head
      head = (await findHead(kysely)) ?? NO_HEAD
      if (broken !== undefined) return { head, broken, noted, unchained }
      // Servers write meanwhile: what the head is ahead by is there at the latest when it has been read.
      if (head.entries <= last.entries || head.entries === before.entries) break
    }
    const isNotedMissing = notedHash !== undefined && noted === undefined
    const broken = breakAtEnd(last, head) ?? (isNotedMissing ? { kind: 'noted' as const, hash: notedHash } : undefined)
    return { head, broken, noted, unchained }
  }
}
