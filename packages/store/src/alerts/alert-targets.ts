import { MAX_ALERT_TARGETS } from '@weir/contract/alerts/alert-rule'
import { isAlertTargetKind, type AlertTargetKind } from '@weir/contract/alerts/alert-target'
import type { Language } from '@weir/contract/errors'
import { parseStringMap } from '@weir/contract/values/json'
import type { Selectable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { bumpRevision, countRows, insertRow } from '../rows.ts'
import type { AlertTargetsTable } from '../tables/alert-tables.ts'

export interface AlertTargetFields {
  readonly name: string
  readonly kind: AlertTargetKind
  readonly isEnabled: boolean
  readonly language: Language
  readonly recipient: string
  /** Sealed in the database, as the secret is: addresses of bots carry their key. */
  readonly url: string
  readonly secret: string
}

export interface StoredAlertTarget extends AlertTargetFields {
  readonly id: number
}

export interface AlertTargets {
  /** Newest first. */
  list(): Promise<readonly StoredAlertTarget[]>
  get(id: number): Promise<StoredAlertTarget | undefined>
  /** Undefined when there are as many as there may be. */
  create(fields: AlertTargetFields, trace?: Trace<StoredAlertTarget | undefined>): Promise<StoredAlertTarget | undefined>
  update(id: number, fields: AlertTargetFields, trace?: Trace<boolean>): Promise<boolean>
  /** With everything that was sent to it or waits for it. */
  delete(id: number, trace?: Trace<boolean>): Promise<boolean>
}

export const alertTargetPlace = (secretId: string): string => `alert_targets.settings_cipher.${secretId}`

export const createAlertTargets = ({ kysely, engine, vault, clock }: StoreContext): AlertTargets => {
  const toTarget = (row: Selectable<AlertTargetsTable>): readonly StoredAlertTarget[] => {
    const { id, name, kind, is_enabled: isEnabled, recipient } = row
    // What a newer version wrote is not understood by this one.
    if (!isAlertTargetKind(kind)) return []
    const settings = parseStringMap(vault.open('alert-encrypt', alertTargetPlace(row.secret_id), row.settings_cipher))
    const language = row.language === 'en' ? 'en' : 'zh'
    return [{ id, name, kind, isEnabled, language, recipient, url: settings['url'] ?? '', secret: settings['secret'] ?? '' }]
  }

  const columnsOf = ({ name, kind, isEnabled, language, recipient, url, secret }: AlertTargetFields) => {
    const secretId = crypto.randomUUID()
    const sealed = vault.seal('alert-encrypt', alertTargetPlace(secretId), JSON.stringify({ url, secret }))
    return { name, kind, is_enabled: isEnabled, language, recipient, secret_id: secretId, settings_cipher: sealed }
  }

  return {
    async list() {
      return (await kysely.selectFrom('alert_targets').selectAll().orderBy('id', 'desc').execute()).flatMap(toTarget)
    },
    async get(id) {
      return (await kysely.selectFrom('alert_targets').selectAll().where('id', '=', id).execute()).flatMap(toTarget)[0]
    },
    create: (fields, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        // The revision row is the lock: two at once would otherwise both be the last that fits.
        await bumpRevision(db, 'alerts')
        if ((await countRows(db.selectFrom('alert_targets').select((eb) => eb.fn.countAll().as('count')))) >= MAX_ALERT_TARGETS)
          return undefined
        const values = { ...columnsOf(fields), created_at: nowSeconds(clock) }
        return { ...fields, id: await insertRow(db, engine, { table: 'alert_targets', values }) }
      }),
    update: (id, fields, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        const update = db.updateTable('alert_targets').set(columnsOf(fields)).where('id', '=', id)
        return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
      }),
    delete: (id, trace) =>
      inTracedTransaction({ kysely, clock }, trace, async (db) => {
        const { numDeletedRows } = await db.deleteFrom('alert_targets').where('id', '=', id).executeTakeFirstOrThrow()
        await db.deleteFrom('alert_deliveries').where('target_id', '=', id).execute()
        return numDeletedRows > 0n
      }),
  }
}
