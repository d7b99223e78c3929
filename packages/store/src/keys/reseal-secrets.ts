import type { StoreContext } from '../context.ts'
import { KEY_CHECK_OPTION } from '../migrate.ts'
import { alertTargetPlace } from '../alerts/alert-targets.ts'
import { optionPlace } from '../repositories/options.ts'
import { totpPlace } from '../repositories/sign-in/second-factors.ts'
import { retiredPlace, type Keyring } from '../vault.ts'
import { PAGE_ROWS, resealRows, resealText, type ResealCount } from './reseal-rows.ts'

type Context = Pick<StoreContext, 'kysely'> & { readonly keyring: Keyring }

export const resealOptions = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: string = '') =>
      kysely
        .selectFrom('options')
        .select(['name', 'value'])
        .where('is_sealed', '=', true)
        .where('name', '>', after)
        .orderBy('name')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.name,
    reseal({ name, value }) {
      const purpose = name === KEY_CHECK_OPTION ? 'key-check' : 'option-encrypt'
      const sealed = resealText(keyring, { purpose, place: optionPlace(name), sealed: value })
      if (sealed === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('options').set({ value: sealed }).where('name', '=', name).where('value', '=', value)
        return (await update.executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })

export const resealTotpSecrets = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('totp_secrets')
        .select(['user_id', 'secret_cipher'])
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.user_id,
    reseal({ user_id, secret_cipher }) {
      const sealed = resealText(keyring, { purpose: 'totp-encrypt', place: totpPlace(user_id), sealed: secret_cipher })
      if (sealed === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('totp_secrets').set({ secret_cipher: sealed })
        const same = update.where('user_id', '=', user_id).where('secret_cipher', '=', secret_cipher)
        return (await same.executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })

export const resealAlertTargets = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('alert_targets')
        .select(['id', 'secret_id', 'settings_cipher'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.id,
    reseal({ id, secret_id, settings_cipher }) {
      const sealed = resealText(keyring, { purpose: 'alert-encrypt', place: alertTargetPlace(secret_id), sealed: settings_cipher })
      if (sealed === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('alert_targets').set({ settings_cipher: sealed })
        return (await update.where('id', '=', id).where('settings_cipher', '=', settings_cipher).executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })

export const resealRetiredKeys = ({ kysely, keyring }: Context): Promise<ResealCount> =>
  resealRows({
    page: (after: number = 0) =>
      kysely
        .selectFrom('root_keys')
        .select(['generation', 'lookup_keys'])
        .where('state', '=', 'retired')
        .where('generation', '>', after)
        .orderBy('generation')
        .limit(PAGE_ROWS)
        .execute(),
    keyOf: (row) => row.generation,
    reseal({ generation, lookup_keys }) {
      const sealed = resealText(keyring, { purpose: 'retired-lookups', place: retiredPlace(generation), sealed: lookup_keys })
      if (sealed === undefined) return undefined
      return async () => {
        const update = kysely.updateTable('root_keys').set({ lookup_keys: sealed }).where('generation', '=', generation)
        return (await update.where('lookup_keys', '=', lookup_keys).executeTakeFirstOrThrow()).numUpdatedRows
      }
    },
  })
