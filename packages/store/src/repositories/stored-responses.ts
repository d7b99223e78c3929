import { deflateSync, inflateSync } from 'node:zlib'
import { UserStatus } from '@weir/contract/user'
import { parseJsonObject } from '@weir/contract/values/json'
import type { StoredAnswer, StoredAnswers } from '@weir/relay/stored-answers'
import { nowSeconds, type StoreContext } from '../context.ts'
import { WrongKey } from '../errors.ts'
import { isInserted } from '../rows.ts'

export interface StoredResponses extends StoredAnswers {
  /** Forgets what has reached its end or whose owner is gone. One node of all does so, once an hour; false for the others. */
  sweep(): Promise<boolean>
}

/** Sealed. A conversation of the longest window sold has some hundred kilobytes when it is deflated; pictures may have more. */
const MAX_ROW_BYTES = 2 * 1024 * 1024
/** Before it is deflated, since one word over and over deflates to almost nothing. As much as a caller may send at once. */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** Of one user. Beyond it the oldest are forgotten first. */
const MAX_USER_BYTES = 64 * 1024 * 1024
const HOUR_SECONDS = 3600
const SWEPT_AT_ONCE = 500

export const storedResponsePlace = (id: string, userId: number): string => `stored_responses.content.${id}.${userId}`

const deflated = (text: string): string => deflateSync(text).toString('base64')

/** Only what was sealed here opens, so that it has the form in which it was written. */
const inflated = (sealed: string): Pick<StoredAnswer, 'input' | 'response'> => {
  const { input = [], response = {} } = parseJsonObject(inflateSync(Buffer.from(sealed, 'base64')).toString()) as Partial<StoredAnswer>
  return { input, response }
}

export const createStoredResponses = ({ kysely, vault, clock }: StoreContext): StoredResponses => {
  const ofUser = (userId: number) => kysely.selectFrom('stored_responses').where('user_id', '=', userId)

  const bytesOf = async (userId: number): Promise<number> => {
    const sum = await ofUser(userId)
      .select((eb) => eb.fn.sum('bytes').as('bytes'))
      .executeTakeFirst()
    return Number(sum?.bytes ?? 0)
  }

  const makeRoom = async (userId: number, bytes: number): Promise<void> => {
    let excess = (await bytesOf(userId)) + bytes - MAX_USER_BYTES
    if (excess <= 0) return
    const oldest = await ofUser(userId).select(['id', 'bytes']).orderBy('created_at').execute()
    const gone: string[] = []
    for (const row of oldest) {
      if (excess <= 0) break
      gone.push(row.id)
      excess -= row.bytes
    }
    await kysely.deleteFrom('stored_responses').where('id', 'in', gone).where('user_id', '=', userId).execute()
  }

  /** Whoever moves the hour on has the turn. */
  const takeTurn = async (): Promise<boolean> => {
    const hour = Math.floor(nowSeconds(clock) / HOUR_SECONDS)
    const turn = kysely.updateTable('revisions').set({ revision: hour }).where('name', '=', 'stored-responses').where('revision', '<', hour)
    return (await turn.executeTakeFirstOrThrow()).numUpdatedRows > 0n
  }

  const overdue = (limit: number) =>
    kysely
      .selectFrom('stored_responses')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', nowSeconds(clock)),
          eb('user_id', 'in', (from) => from.selectFrom('users').select('users.id').where('status', '=', UserStatus.deleted)),
        ]),
      )
      .limit(limit)
      .execute()

  return {
    async save({ id, userId, input, response }, lifetimeMs) {
      const plain = JSON.stringify({ input, response })
      if (plain.length > MAX_CHARACTERS) return false
      const content = deflated(plain)
      const sealed = vault.seal('response-encrypt', storedResponsePlace(id, userId), content)
      if (sealed.length > MAX_ROW_BYTES) return false
      await makeRoom(userId, sealed.length)
      const now = nowSeconds(clock)
      const row = { id, user_id: userId, created_at: now, expires_at: now + Math.ceil(lifetimeMs / 1000), bytes: sealed.length }
      return await isInserted(() =>
        kysely
          .insertInto('stored_responses')
          .values({ ...row, content_cipher: sealed })
          .execute(),
      )
    },
    async find(id, userId) {
      const row = await ofUser(userId)
        .select('content_cipher')
        .where('id', '=', id)
        .where('expires_at', '>', nowSeconds(clock))
        .executeTakeFirst()
      if (row === undefined) return undefined
      try {
        return { id, userId, ...inflated(vault.open('response-encrypt', storedResponsePlace(id, userId), row.content_cipher)) }
      } catch (error) {
        // Sealed with a key that is gone: it is lost, as if it had reached its end.
        if (error instanceof WrongKey) return undefined
        throw error
      }
    },
    async remove(id, userId) {
      const own = kysely.deleteFrom('stored_responses').where('id', '=', id).where('user_id', '=', userId)
      return (await own.where('expires_at', '>', nowSeconds(clock)).executeTakeFirstOrThrow()).numDeletedRows > 0n
    },
    async sweep() {
      if (!(await takeTurn())) return false
      for (;;) {
        const ids = (await overdue(SWEPT_AT_ONCE)).map((row) => row.id)
        if (ids.length === 0) return true
        await kysely.deleteFrom('stored_responses').where('id', 'in', ids).execute()
      }
    },
  }
}
