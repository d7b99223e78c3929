import type { StoreContext } from '../context.ts'
import { bodiesPlace } from '../repositories/logs/request-bodies.ts'
import { storedResponsePlace } from '../repositories/stored-responses.ts'
import type { Keyring } from '../vault.ts'
import { resealRows, resealText, type ResealCount, type SealedText } from './reseal-rows.ts'

/** Each may have two megabytes. */
const PAGE_ROWS = 8

interface Content {
  readonly id: string
  readonly user_id: number
  readonly content_cipher: string
}

interface Contents {
  readonly purpose: SealedText['purpose']
  readonly placeOf: (id: string, userId: number) => string
  readonly page: (after: string) => Promise<readonly Content[]>
  readonly write: (id: string, sealed: string) => Promise<{ readonly numUpdatedRows: bigint }>
}

type Context = Pick<StoreContext, 'kysely'> & { readonly keyring: Keyring }

/** One that is deleted meanwhile has changed, and is not met again. A row is never written twice, so that its id is enough. */
const resealContents = (keyring: Keyring, { purpose, placeOf, page, write }: Contents): Promise<ResealCount> =>
  resealRows({
    page: (after: string = '') => page(after),
    keyOf: ({ id }) => id,
    reseal({ id, user_id, content_cipher }) {
      const sealed = resealText(keyring, { purpose, place: placeOf(id, user_id), sealed: content_cipher })
      return sealed === undefined ? undefined : async () => (await write(id, sealed)).numUpdatedRows
    },
  })

export const resealStoredResponses = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealContents(keyring, {
    purpose: 'response-encrypt',
    placeOf: storedResponsePlace,
    page: (after) =>
      kysely
        .selectFrom('stored_responses')
        .select(['id', 'user_id', 'content_cipher'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    write: (id, sealed) =>
      kysely
        .updateTable('stored_responses')
        .set({ content_cipher: sealed, bytes: sealed.length })
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  })

export const resealRequestBodies = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealContents(keyring, {
    purpose: 'body-encrypt',
    placeOf: bodiesPlace,
    page: (after) =>
      kysely
        .selectFrom('request_bodies')
        .select(['request_id as id', 'user_id', 'content_cipher'])
        .where('request_id', '>', after)
        .orderBy('request_id')
        .limit(PAGE_ROWS)
        .execute(),
    write: (id, sealed) =>
      kysely.updateTable('request_bodies').set({ content_cipher: sealed }).where('request_id', '=', id).executeTakeFirstOrThrow(),
  })
