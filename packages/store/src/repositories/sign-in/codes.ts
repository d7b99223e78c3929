import { nowSeconds, type StoreContext } from '../../context.ts'
import { isHitAmong, isInserted } from '../../rows.ts'

/** `email` proves that an address is yours, `reset` that you may set a new password. One is worthless for the other. */
export type CodePurpose = 'email' | 'reset'

export interface Codes {
  /** Counts a mail to the address. 0 when it may be sent now, else how many seconds to wait; a refused one is not counted. */
  admitMail(address: string): Promise<number>
  /** Replaces the code that was there: only the newest works. */
  issue(purpose: CodePurpose, address: string, code: string): Promise<void>
  /** True once for the right code in time. Every call costs one of the attempts, right or wrong. */
  redeem(purpose: CodePurpose, address: string, code: string): Promise<boolean>
  /** A code that was sent counts no more. */
  discard(purpose: CodePurpose, address: string): Promise<void>
  deleteExpired(): Promise<void>
}

const LIFE_SECONDS = 600
const MAX_ATTEMPTS = 5
const RESEND_GAP_SECONDS = 30
const HOUR_SECONDS = 3600
const MAX_MAILS_PER_HOUR = 5

export const createCodes = ({ kysely, vault, clock }: StoreContext): Codes => {
  const targetText = (purpose: CodePurpose | 'mail', address: string): string => `${purpose}|${address}`
  const targetOf = (text: string): string => vault.lookup('mail-target-hmac', text)
  const targetsOf = (text: string): readonly string[] => vault.lookups('mail-target-hmac', text)
  /** Of the target as a text: its HMAC is another one when the root key was replaced in between. */
  const codeText = (target: string, code: string): string => `${target}|${code}`

  /** Two nodes that send at the same moment meet in one row, and the second changes nothing. */
  const countAgain = async (target: string, now: number): Promise<boolean> => {
    const rested = kysely
      .updateTable('mail_counts')
      .where('target_hmac', '=', target)
      .where('sent_at', '<=', now - RESEND_GAP_SECONDS)
    const inThisHour = await rested
      .set((eb) => ({ sent_at: now, hour_count: eb('hour_count', '+', 1) }))
      .where('hour_start', '>', now - HOUR_SECONDS)
      .where('hour_count', '<', MAX_MAILS_PER_HOUR)
      .executeTakeFirstOrThrow()
    if (inThisHour.numUpdatedRows > 0n) return true
    const inNewHour = await rested
      .set({ sent_at: now, hour_start: now, hour_count: 1 })
      .where('hour_start', '<=', now - HOUR_SECONDS)
      .executeTakeFirstOrThrow()
    return inNewHour.numUpdatedRows > 0n
  }

  const secondsToWait = async (target: string, now: number): Promise<number> => {
    const row = await kysely.selectFrom('mail_counts').selectAll().where('target_hmac', '=', target).executeTakeFirst()
    if (row === undefined) return 0
    const isHourFull = row.hour_count >= MAX_MAILS_PER_HOUR
    const until = Math.max(row.sent_at + RESEND_GAP_SECONDS, isHourFull ? row.hour_start + HOUR_SECONDS : 0)
    return Math.max(1, until - now)
  }

  return {
    async admitMail(address) {
      const now = nowSeconds(clock)
      const target = targetText('mail', address)
      for (const earlier of targetsOf(target)) {
        if (await countAgain(earlier, now)) return 0
        const seconds = await secondsToWait(earlier, now)
        if (seconds > 0) return seconds
      }
      const first = { target_hmac: targetOf(target), sent_at: now, hour_start: now, hour_count: 1 }
      const isFirst = await isInserted(() => kysely.insertInto('mail_counts').values(first).execute())
      return isFirst ? 0 : RESEND_GAP_SECONDS
    },
    async issue(purpose, address, code) {
      const target = targetText(purpose, address)
      const fresh = {
        code_hmac: vault.lookup('code-hmac', codeText(target, code)),
        attempts: 0,
        expires_at: nowSeconds(clock) + LIFE_SECONDS,
      }
      const replace = (): Promise<boolean> =>
        isHitAmong(targetsOf(target), async (lookup) => {
          const update = kysely.updateTable('codes').set(fresh).where('target_hmac', '=', lookup)
          return (await update.executeTakeFirstOrThrow()).numUpdatedRows
        })
      if (await replace()) return
      const insert = kysely.insertInto('codes').values({ target_hmac: targetOf(target), ...fresh })
      if (!(await isInserted(() => insert.execute()))) await replace()
    },
    async redeem(purpose, address, code) {
      const target = targetText(purpose, address)
      // Counted before the comparison: guesses in parallel must not share one attempt.
      const isCounted = await isHitAmong(targetsOf(target), async (lookup) => {
        const counted = await kysely
          .updateTable('codes')
          .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
          .where('target_hmac', '=', lookup)
          .where('attempts', '<', MAX_ATTEMPTS)
          .where('expires_at', '>', nowSeconds(clock))
          .executeTakeFirstOrThrow()
        return counted.numUpdatedRows
      })
      if (!isCounted) return false
      return await isHitAmong(targetsOf(target), async (lookup) => {
        const taken = await kysely
          .deleteFrom('codes')
          .where('target_hmac', '=', lookup)
          .where('code_hmac', 'in', vault.lookups('code-hmac', codeText(target, code)))
          .executeTakeFirstOrThrow()
        return taken.numDeletedRows
      })
    },
    async discard(purpose, address) {
      await isHitAmong(targetsOf(targetText(purpose, address)), async (lookup) => {
        const sent = kysely.deleteFrom('codes').where('target_hmac', '=', lookup)
        return (await sent.executeTakeFirstOrThrow()).numDeletedRows
      })
    },
    async deleteExpired() {
      const now = nowSeconds(clock)
      await kysely.deleteFrom('codes').where('expires_at', '<=', now).execute()
      await kysely
        .deleteFrom('mail_counts')
        .where('sent_at', '<=', now - HOUR_SECONDS)
        .where('hour_start', '<=', now - HOUR_SECONDS)
        .execute()
    },
  }
}
