import type { StoreContext } from '../context.ts'
import { KEY_CHECK_OPTION } from '../migrate.ts'
import { bumpRevision, readRevision } from '../rows.ts'

export interface Option {
  readonly name: string
  readonly value: string
  readonly isSecret: boolean
}

export interface Options {
  all(): Promise<readonly Option[]>
  /** All or none. A secret is sealed at rest. */
  set(options: readonly Option[]): Promise<void>
  delete(name: string): Promise<boolean>
  /** Grows with every change on any node: a cheap question whether a copy is still good. */
  revision(): Promise<number>
}

const place = (name: string): string => `options.value.${name}`

export const createOptions = ({ kysely, vault }: StoreContext): Options => ({
  async all() {
    const rows = await kysely.selectFrom('options').selectAll().where('name', '!=', KEY_CHECK_OPTION).orderBy('name').execute()
    return rows.map((row) => ({
      name: row.name,
      value: row.is_sealed ? vault.open('option-encrypt', place(row.name), row.value) : row.value,
      isSecret: row.is_sealed,
    }))
  },
  async set(options) {
    if (options.some((option) => option.name === KEY_CHECK_OPTION)) throw new RangeError(`${KEY_CHECK_OPTION} is not an option`)
    await kysely.transaction().execute(async (transaction) => {
      // The revision row is the lock: two writers of the same new option would otherwise both insert it.
      await bumpRevision(transaction, 'options')
      for (const { name, value, isSecret } of options) {
        const row = { value: isSecret ? vault.seal('option-encrypt', place(name), value) : value, is_sealed: isSecret }
        const { numUpdatedRows } = await transaction.updateTable('options').set(row).where('name', '=', name).executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n)
          await transaction
            .insertInto('options')
            .values({ name, ...row })
            .execute()
      }
    })
  },
  delete: (name) =>
    kysely.transaction().execute(async (transaction) => {
      await bumpRevision(transaction, 'options')
      const remove = transaction.deleteFrom('options').where('name', '=', name).where('name', '!=', KEY_CHECK_OPTION)
      return (await remove.executeTakeFirstOrThrow()).numDeletedRows > 0n
    }),
  revision: () => readRevision(kysely, 'options'),
})
