import type { Engine, Step } from '../../dialect/engine.ts'
import { padded, placeholders } from '../../padded.ts'
import type { LeaseMove } from './lease.ts'

/** The column `called_back`: another node asks for what is idle, and the owner has given it back. */
export const ASKED = 1
const ANSWERED = 2

export interface LeaseStatements {
  /** Of one lease, by its owner. Changes no row where it is not what the owner knows. */
  change(move: LeaseMove): Step
  /** Leases of a user on other nodes that were not given back yet: `request_id`. */
  othersOf(userId: number, nodeId: string): Step
  ask(leaseId: string): Step
  /** Those of these leases that others have asked for and that were not given back yet: `request_id`. */
  asked(leaseIds: readonly string[]): Step
  /** Those of these leases that are there: `request_id`, and `is_asked` as of `asked`. */
  look(leaseIds: readonly string[]): Step
}

export const createLeaseStatements = (engine: Engine): LeaseStatements => {
  const key = 'request_id = ? and lease_version = ?'
  const ofBoth = (text: string) => ({
    limited: engine.toPrepared(`${text} and is_token_limited`),
    unlimited: engine.toPrepared(text),
  })
  const shrink = 'update reservations set amount = amount - ?, lease_version = lease_version + 1'
  const end = ofBoth(`delete from reservations where ${key}`)
  const shorten = ofBoth(`${shrink} where ${key}`)
  const answer = ofBoth(`${shrink}, called_back = ${ANSWERED} where ${key}`)
  // By its key where the process itself reads the table, and all of it would be read for each refusal. Elsewhere texts may have another order.
  const isLease = engine.capabilities.isEmbedded ? `request_id >= 'lease ' and request_id < 'lease!' and ` : ''
  const others = engine.toPrepared(
    `select request_id from reservations where ${isLease}lease_version is not null and user_id = ? and node_id <> ? and (called_back is null or called_back = ${ASKED})`,
  )
  const askText = engine.toPrepared(`update reservations set called_back = ${ASKED} where request_id = ? and called_back is null`)
  /** Of some leases. */
  const among = (columns: string, condition: string): ((leaseIds: readonly string[]) => Step) => {
    const texts = new Map<number, string>()
    return (leaseIds) => {
      const params = padded(leaseIds)
      let sql = texts.get(params.length)
      if (sql === undefined) {
        sql = engine.toPrepared(`select ${columns} from reservations where ${condition}request_id in (${placeholders(params.length)})`)
        texts.set(params.length, sql)
      }
      return { sql, params }
    }
  }
  return {
    change({ lease, taken, ends, givesBack }) {
      const kind = lease.isTokenLimited ? 'limited' : 'unlimited'
      if (ends) return { sql: end[kind], params: [lease.id, lease.version], expects: 1 }
      return { sql: (givesBack ? answer : shorten)[kind], params: [taken, lease.id, lease.version], expects: 1 }
    },
    othersOf: (userId, nodeId) => ({ sql: others, params: [userId, nodeId] }),
    ask: (leaseId) => ({ sql: askText, params: [leaseId] }),
    asked: among('request_id', `called_back = ${ASKED} and `),
    look: among(`request_id, case when called_back = ${ASKED} then 1 else 0 end as is_asked`, ''),
  }
}
