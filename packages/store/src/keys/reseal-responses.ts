import type { StoreContext } from '../context.ts'
import { bodiesPlace } from '../repositories/logs/request-bodies.ts'
import { storedResponsePlace } from '../repositories/stored-responses.ts'
import type { Keyring } from '../vault.ts'
import { resealRows, resealText, type ResealCount } from './reseal-rows.ts'

/** Each may have two megabytes. */
const PAGE_ROWS = 8

/** One that is deleted meanwhile has changed, and is not met again. */
export const resealStoredResponses = ({
  kysely,
  keyring,
}: Pick<StoreContext, 'kysely'> & { readonly keyring: Keyring }): Promise<ResealCount> =>
  resealRows({
    page: (after: string = '') =>
      kysely
        .selectFrom('stored_responses')
        .select(['id', 'user_id', 'content_cipher'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal({ id, user_id, content_cipher }) {
      const sealed = resealText(keyring, { purpose: 'response-encrypt', place: storedResponsePlace(id, user_id), sealed: content_cipher })
      if (sealed === undefined) return undefined
      return async () => {
        // A row is never written twice, so that its id is enough.
        const update = kysely.updateTable('stored_responses').set({ content_cipher: sealed, bytes: sealed.length })
        return (await update.where('id', '=', id).executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })

/** As above: one that is deleted meanwhile is not met again, and none is written twice. */
export const resealRequestBodies = ({
  kysely,
  keyring,
}: Pick<StoreContext, 'kysely'> & { readonly keyring: Keyring }): Promise<ResealCount> =>
  resealRows({
    page: (after: string = '') =>
      kysely
        .selectFrom('request_bodies')
        .select(['request_id', 'user_id', 'content_cipher'])
        .where('request_id', '>', after)
        .orderBy('request_id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.request_id,
    reseal({ request_id: id, user_id, content_cipher }) {
      const sealed = resealText(keyring, { purpose: 'body-encrypt', place: bodiesPlace(id, user_id), sealed: content_cipher })
      if (sealed === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('request_bodies').set({ content_cipher: sealed }).where('request_id', '=', id)
        return (await update.executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })
