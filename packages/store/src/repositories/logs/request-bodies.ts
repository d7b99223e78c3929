import { deflateSync, inflateSync } from 'node:zlib'
import { parseJsonObject } from '@weir/contract/values/json'
import type { Kysely } from 'kysely'
import { nowSeconds, type StoreContext } from '../../context.ts'
import { WrongKey } from '../../errors.ts'
import { isInserted } from '../../rows.ts'
import type { Schema } from '../../schema.ts'
import { yieldToRequests } from '../../yield-to-requests.ts'

/** One side of a request, without secrets. */
export interface KeptBody {
  readonly text: string
  /** Of what went over the wire. */
  readonly bytes: number
  readonly isCut: boolean
}

export interface KeptBodies {
  readonly request: KeptBody
  readonly reply: KeptBody
}

export interface NewBodies extends KeptBodies {
  readonly requestId: string
  readonly userId: number
  /** Epoch seconds. */
  readonly createdAt: number
}

export interface RequestBodies {
  /** False when the request has some already. */
  save(bodies: NewBodies): Promise<boolean>
  find(requestId: string, userId: number): Promise<KeptBodies | undefined>
  has(requestId: string, userId: number): Promise<boolean>
  /** Those of requests before this time, in portions. Returns how many went. */
  deleteBefore(createdAt: number): Promise<number>
  /** Those that are older than the days for which they are kept. */
  deleteOlderThan(days: number): Promise<number>
}

const DELETED_AT_ONCE = 200
const DAY_SECONDS = 86_400

export const bodiesPlace = (requestId: string, userId: number): string => `request_bodies.content.${requestId}.${userId}`

const NONE: KeptBody = { text: '', bytes: 0, isCut: false }

/** Only what was sealed here opens, so that it has the form in which it was written. */
const unpacked = (packed: string): KeptBodies => {
  const { request = NONE, reply = NONE } = parseJsonObject(inflateSync(Buffer.from(packed, 'base64')).toString()) as Partial<KeptBodies>
  return { request, reply }
}

export const deleteBodiesBefore = async (kysely: Kysely<Schema>, createdAt: number): Promise<number> => {
  for (let deleted = 0; ; await yieldToRequests()) {
    const old = kysely.selectFrom('request_bodies').select('request_id').where('created_at', '<', createdAt).limit(DELETED_AT_ONCE)
    const ids = (await old.execute()).map(({ request_id: id }) => id)
    if (ids.length === 0) return deleted
    await kysely.deleteFrom('request_bodies').where('request_id', 'in', ids).execute()
    deleted += ids.length
  }
}

export const createRequestBodies = ({ kysely, vault, clock }: StoreContext): RequestBodies => ({
  async save({ requestId, userId, createdAt, request, reply }) {
    const packed = deflateSync(JSON.stringify({ request, reply })).toString('base64')
    const sealed = vault.seal('body-encrypt', bodiesPlace(requestId, userId), packed)
    const row = { request_id: requestId, user_id: userId, created_at: createdAt, content_cipher: sealed }
    return await isInserted(() => kysely.insertInto('request_bodies').values(row).execute())
  },
  async find(requestId, userId) {
    const own = kysely.selectFrom('request_bodies').select('content_cipher').where('request_id', '=', requestId)
    const row = await own.where('user_id', '=', userId).executeTakeFirst()
    if (row === undefined) return undefined
    try {
      return unpacked(vault.open('body-encrypt', bodiesPlace(requestId, userId), row.content_cipher))
    } catch (error) {
      // Sealed with a key that is gone: it is lost, as if it had reached its end.
      if (error instanceof WrongKey) return undefined
      throw error
    }
  },
  async has(requestId, userId) {
    const own = kysely.selectFrom('request_bodies').select('request_id').where('request_id', '=', requestId)
    return (await own.where('user_id', '=', userId).executeTakeFirst()) !== undefined
  },
  deleteBefore: (createdAt) => deleteBodiesBefore(kysely, createdAt),
  deleteOlderThan: (days) => deleteBodiesBefore(kysely, nowSeconds(clock) - days * DAY_SECONDS),
})
