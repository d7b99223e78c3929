import { Role } from '@weir/contract/user'
import type { Kysely, Selectable } from 'kysely'
import { insertAudit } from '../audit/append.ts'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { INSTALLATION_OPTION } from '../installation.ts'
import { LOG_PLACE_OPTION } from '../log-database/marks.ts'
import { KEY_CHECK_OPTION } from '../migrate.ts'
import type { OptionsTable, Schema } from '../schema.ts'
import { bumpRevision, readRevision } from '../rows.ts'
import { inTransaction } from '../transaction.ts'

export interface Option {
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
}

export interface StoredOption extends Option {
  /** Saved last by an account of the role root. */
  readonly isConfirmed: boolean
  /** A secret whose address has changed since it was entered: it must not be sent. */
  readonly isWithheld: boolean
}

export interface OptionChange extends Option {
  /** What holds while nothing is stored: to save this is no change. */
  readonly initial?: string
  /** Secrets that are sent to the address this option names. */
  readonly withholds?: readonly string[]
}

interface OptionEdit<T> {
  readonly changes: readonly OptionChange[]
  readonly result: T
  /** Written in the same transaction. */
  readonly trace?: Trace<T> | undefined
}

export interface Saver {
  readonly id: number
  readonly role: number
}

export interface Options {
  all(): Promise<readonly StoredOption[]>
  /** All or none. A secret is sealed at rest. */
  set(options: readonly OptionChange[], saver: Saver, trace?: Trace<void>): Promise<void>
  /**
   * Changes values that follow from those before: `work` gets the stored ones among `names` and says what to save. Nobody else changes an
   * option in between; what `work` throws leaves everything as it is.
   */
  edit<T>(names: readonly string[], saver: Saver, work: (stored: ReadonlyMap<string, string>) => OptionEdit<T>): Promise<T>
  delete(name: string): Promise<boolean>
  /** Grows with every change on any node: a cheap question whether a copy is still good. */
  revision(): Promise<number>
}

export const optionPlace = (name: string): string => `options.value.${name}`

/** Rows of the table that are no options. */
const RESERVED: readonly string[] = [KEY_CHECK_OPTION, INSTALLATION_OPTION, LOG_PLACE_OPTION]

/** Forms save one option per call: a secret entered this recently by the same account belongs to the same form. */
const SAME_FORM_SECONDS = 600

/** A secret counts as changed even when it is the same: otherwise its rank would tell whether a guess was right. */
const isUnchanged = ({ value, isSecret, initial = '' }: OptionChange, before: Selectable<OptionsTable> | undefined): boolean => {
  if (isSecret) return false
  return before === undefined ? value === initial : !before.is_sealed && before.value === value
}

export const createOptions = ({ kysely, vault, clock, optionsChanged }: StoreContext): Options => {
  /** Secrets the saver has just entered stay: the old address never had them, and the saver knows them. */
  const withhold = async (db: Kysely<Schema>, secrets: readonly string[], saver: Saver): Promise<void> => {
    if (secrets.length === 0) return
    await db
      .updateTable('options')
      .set({ is_withheld: true })
      .where('name', 'in', [...secrets])
      .where((eb) =>
        eb.or([eb('saved_by', 'is', null), eb('saved_by', '!=', saver.id), eb('saved_at', '<=', nowSeconds(clock) - SAME_FORM_SECONDS)]),
      )
      .execute()
  }

  const save = async (db: Kysely<Schema>, option: OptionChange, saver: Saver): Promise<void> => {
    const { name, value, isSecret, withholds = [] } = option
    const before = await db.selectFrom('options').selectAll().where('name', '=', name).executeTakeFirst()
    const isSame = isUnchanged(option, before)
    if (isSame && (before === undefined || (before.saved_role ?? 0) >= saver.role)) return
    if (!isSame) await withhold(db, withholds, saver)
    const row = {
      value: isSecret ? vault.seal('option-encrypt', optionPlace(name), value) : value,
      is_sealed: isSecret,
      saved_role: saver.role,
      saved_by: saver.id,
      saved_at: nowSeconds(clock),
      is_withheld: false,
    }
    if (before === undefined)
      await db
        .insertInto('options')
        .values({ name, ...row })
        .execute()
    else await db.updateTable('options').set(row).where('name', '=', name).execute()
  }

  const toStored = (row: Selectable<OptionsTable>): StoredOption => ({
    name: row.name,
    value: row.is_sealed ? vault.open('option-encrypt', optionPlace(row.name), row.value) : row.value,
    isSecret: row.is_sealed,
    isConfirmed: (row.saved_role ?? 0) >= Role.root,
    isWithheld: row.is_withheld ?? false,
  })

  const refuseReserved = (names: readonly string[]): void => {
    const reserved = names.find((name) => RESERVED.includes(name))
    if (reserved !== undefined) throw new RangeError(`${reserved} is not an option`)
  }

  const storedAmong = async (db: Kysely<Schema>, names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await db
      .selectFrom('options')
      .selectAll()
      .where('name', 'in', [...names])
      .execute()
    return new Map(rows.map(toStored).map(({ name, value }) => [name, value]))
  }

  return {
    async all() {
      const rows = await kysely.selectFrom('options').selectAll().where('name', 'not in', RESERVED).orderBy('name').execute()
      return rows.map(toStored)
    },
    async set(options, saver, trace) {
      refuseReserved(options.map(({ name }) => name))
      await inTracedTransaction({ kysely, clock }, trace, async (transaction) => {
        // The revision row is the lock: two writers of the same new option would otherwise both insert it.
        await bumpRevision(transaction, 'options')
        for (const option of options) await save(transaction, option, saver)
      })
      optionsChanged()
    },
    async edit(names, saver, work) {
      const edited = await inTransaction(kysely, async (transaction) => {
        // Taken before the values are read: a second writer waits here, and reads what the first has saved.
        await bumpRevision(transaction, 'options')
        const { changes, result, trace } = work(await storedAmong(transaction, names))
        refuseReserved(changes.map(({ name }) => name))
        for (const option of changes) await save(transaction, option, saver)
        if (trace !== undefined) await insertAudit(transaction, nowSeconds(clock), trace(result))
        return result
      })
      optionsChanged()
      return edited
    },
    async delete(name) {
      const isDeleted = await inTransaction(kysely, async (transaction) => {
        await bumpRevision(transaction, 'options')
        const remove = transaction.deleteFrom('options').where('name', '=', name).where('name', 'not in', RESERVED)
        return (await remove.executeTakeFirstOrThrow()).numDeletedRows > 0n
      })
      optionsChanged()
      return isDeleted
    },
    revision: () => readRevision(kysely, 'options'),
  }
}
