import { nowSeconds, type StoreContext } from '../context.ts'
import { tokenKeyPlace } from '../repositories/insert-token.ts'
import { redemptionPlace } from '../repositories/redemptions.ts'
import { overridesPlace } from '../channels/secret-overrides.ts'
import { configPlace, furtherKeyPlace, keyPlace } from '../channels/to-channel.ts'
import type { Keyring } from '../vault.ts'
import { PAGE_ROWS, resealRows, resealText, type ResealCount } from './reseal-rows.ts'

type Context = Pick<StoreContext, 'kysely' | 'clock'> & { readonly keyring: Keyring }

/** The cipher and the lookup of one key, which follow from one another. */
const resealPair = (
  keyring: Keyring,
  {
    cipher,
    lookup,
    ...row
  }: { readonly cipher: string; readonly lookup: string; readonly place: string; readonly kind: 'token' | 'channel' | 'code' },
): { readonly cipher: string; readonly lookup: string } | undefined => {
  const { vault } = keyring
  const purpose = `${row.kind}-encrypt` as const
  const key = vault.open(purpose, row.place, cipher)
  const fresh = vault.lookup(`${row.kind}-lookup`, key)
  if (fresh === lookup && keyring.isFresh(purpose, row.place, cipher)) return undefined
  return { cipher: vault.seal(purpose, row.place, key), lookup: fresh }
}

export const resealTokens = ({ kysely, keyring, clock }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('tokens')
        .select(['id', 'secret_id', 'key_cipher', 'key_hmac', 'old_key_cipher', 'old_key_hmac', 'old_key_until'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal(row) {
      const place = tokenKeyPlace(row.secret_id)
      const present = resealPair(keyring, { kind: 'token', place, cipher: row.key_cipher, lookup: row.key_hmac })
      const { old_key_cipher, old_key_hmac, old_key_until } = row
      const hasEnded = old_key_hmac !== null && (old_key_until ?? 0) <= nowSeconds(clock)
      const isKept = old_key_cipher !== null && old_key_hmac !== null && !hasEnded
      const old = isKept ? resealPair(keyring, { kind: 'token', place, cipher: old_key_cipher, lookup: old_key_hmac }) : undefined
      if (present === undefined && old === undefined && !hasEnded) return undefined
      return async () => {
        const { numUpdatedRows } = await kysely
          .updateTable('tokens')
          .set({
            ...(present && { key_cipher: present.cipher, key_hmac: present.lookup }),
            ...(old && { old_key_cipher: old.cipher, old_key_hmac: old.lookup }),
            ...(hasEnded && { old_key_cipher: null, old_key_hmac: null, old_key_until: null }),
          })
          .where('id', '=', row.id)
          .where('key_cipher', '=', row.key_cipher)
          .where('old_key_hmac', old_key_hmac === null ? 'is' : '=', old_key_hmac)
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      }
    },
  })

export const resealChannels = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('channels')
        .select(['id', 'secret_id', 'key_cipher', 'key_hmac', 'config_cipher', 'overrides_cipher'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal(row) {
      const key = resealPair(keyring, { kind: 'channel', place: keyPlace(row.secret_id), cipher: row.key_cipher, lookup: row.key_hmac })
      const config = resealText(keyring, { purpose: 'channel-encrypt', place: configPlace(row.secret_id), sealed: row.config_cipher })
      const { overrides_cipher: sealed } = row
      const overrides =
        sealed === null ? undefined : resealText(keyring, { purpose: 'channel-encrypt', place: overridesPlace(row.secret_id), sealed })
      if (key === undefined && config === undefined && overrides === undefined) return undefined
      return async () => {
        const { numUpdatedRows } = await kysely
          .updateTable('channels')
          .set({
            ...(key && { key_cipher: key.cipher, key_hmac: key.lookup }),
            ...(config !== undefined && { config_cipher: config }),
            ...(overrides !== undefined && { overrides_cipher: overrides }),
          })
          .where('id', '=', row.id)
          .where('key_cipher', '=', row.key_cipher)
          .where('config_cipher', '=', row.config_cipher)
          .where('overrides_cipher', sealed === null ? 'is' : '=', sealed)
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      }
    },
  })

export const resealChannelKeys = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('channel_keys')
        .select(['id', 'secret_id', 'key_cipher', 'key_hmac'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal(row) {
      const place = furtherKeyPlace(row.secret_id)
      const key = resealPair(keyring, { kind: 'channel', place, cipher: row.key_cipher, lookup: row.key_hmac })
      if (key === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('channel_keys').set({ key_cipher: key.cipher, key_hmac: key.lookup })
        return (await update.where('id', '=', row.id).where('key_cipher', '=', row.key_cipher).executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })

/** A code that was used has no cipher any more; what is left to tell it from an unknown one is carried over. */
export const resealRedemptions = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('redemptions')
        .select(['id', 'secret_id', 'key_cipher', 'key_hmac'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal(row) {
      const write = (columns: { readonly key_cipher?: string; readonly key_hmac: string }) => async () => {
        const { numUpdatedRows } = await kysely
          .updateTable('redemptions')
          .set(columns)
          .where('id', '=', row.id)
          .where('key_cipher', '=', row.key_cipher)
          .where('key_hmac', '=', row.key_hmac)
          .executeTakeFirstOrThrow()
        return numUpdatedRows
      }
      if (row.key_cipher === '')
        return isMarked(keyring, row.key_hmac) ? undefined : write({ key_hmac: keyring.carry('code-lookup', row.key_hmac) })
      const key = resealPair(keyring, { kind: 'code', place: redemptionPlace(row.secret_id), cipher: row.key_cipher, lookup: row.key_hmac })
      return key && write({ key_cipher: key.cipher, key_hmac: key.lookup })
    },
  })

const isMarked = (keyring: Keyring, stored: string): boolean => stored.startsWith(`${keyring.writing()}.`)
