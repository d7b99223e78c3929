import type { Database } from '../../database.ts'
import type { Book, Reservation } from './book.ts'

export interface LeaseRow {
  readonly id: string
  readonly userId: number
  readonly tokenId: number
  readonly isTokenLimited: boolean
  readonly amount: number
  readonly nodeId: string
}

/** Leases as the database has them, and the holds of the book that have no row of their own because leases cover them. */
export interface LeaseView {
  readonly leases: readonly LeaseRow[]
  readonly leased: readonly Reservation[]
  /** When each hold that has a row of its own was given it. */
  readonly ownRows: ReadonlyMap<string, number>
}

export const viewLeases = async ({ kysely }: Database, book: Book): Promise<LeaseView> => {
  const rows = await kysely
    .selectFrom('reservations')
    .selectAll()
    .where('user_id', 'in', [...book.users.keys()])
    .execute()
  const leases = rows
    .filter((row) => row.lease_version !== null)
    .map((row) => ({
      id: row.request_id,
      userId: row.user_id,
      tokenId: row.token_id,
      isTokenLimited: row.is_token_limited,
      amount: row.amount,
      nodeId: row.node_id,
    }))
  const ownRows = new Map(rows.filter((row) => row.lease_version === null).map((row) => [row.request_id, row.created_at]))
  return { leases, leased: [...book.reservations.values()].filter(({ requestId }) => !ownRows.has(requestId)), ownRows }
}

interface Held {
  readonly userId: number
  readonly tokenId: number
  readonly isTokenLimited: boolean
  readonly amount: number
  readonly nodeId: string
}

/** What lies in leases and is held by no request. */
export const idleOf = ({ leases, leased }: LeaseView, isOfInterest: (held: Held) => boolean): number => {
  const sum = (held: readonly Held[]): number => held.filter(isOfInterest).reduce((all, { amount }) => all + amount, 0)
  return sum(leases) - sum(leased)
}

/** A line for each token on each node whose requests hold more than its leases have. */
export const uncovered = (view: LeaseView): readonly string[] => {
  const keyOf = ({ nodeId, userId, tokenId }: Held): string => `${nodeId}, user ${userId}, token ${tokenId}`
  const keys = new Set(view.leased.map(keyOf))
  return [...keys].filter((key) => idleOf(view, (held) => keyOf(held) === key) < 0)
}
