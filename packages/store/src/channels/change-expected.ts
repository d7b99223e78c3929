import type { Kysely, Updateable } from 'kysely'
import type { Schema } from '../schema.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'

/** What is changed in many channels at once. */
export interface ListFields {
  readonly status?: number | undefined
  readonly priority?: number | undefined
  readonly weight?: number | undefined
  readonly group?: string | undefined
  readonly models?: string | undefined
  readonly tag?: string | undefined
}

/** A change of a channel that was seen as `before`. */
export interface ExpectedChange {
  readonly id: number
  readonly before: ListFields
  readonly after: ListFields
}

const COLUMNS = {
  status: 'status',
  priority: 'priority',
  weight: 'weight',
  group: 'group_list',
  models: 'models',
  tag: 'tag',
} as const satisfies Record<keyof ListFields, keyof ChannelsTable>

const names = Object.keys(COLUMNS) as readonly (keyof ListFields)[]

const givenIn = (fields: ListFields) => names.filter((name) => fields[name] !== undefined)

const toColumns = (fields: ListFields): Updateable<ChannelsTable> =>
  Object.fromEntries(givenIn(fields).map((name) => [COLUMNS[name], fields[name]]))

/** Each becomes what is wanted where it is still what is expected. The ids of those that were. */
export const changeExpected = async (db: Kysely<Schema>, changes: readonly ExpectedChange[]): Promise<readonly number[]> => {
  const changed: number[] = []
  // In one order, so that two of these wait for one another instead of failing.
  for (const { id, before, after } of changes.toSorted((a, b) => a.id - b.id)) {
    const { numUpdatedRows } = await db
      .updateTable('channels')
      .set(toColumns(after))
      .where('id', '=', id)
      .where((eb) =>
        eb.and(
          givenIn(before).map((name) =>
            // Empty in rows from before there were tags.
            name === 'tag' ? eb(eb.fn.coalesce('tag', eb.val('')), '=', before.tag ?? '') : eb(COLUMNS[name], '=', before[name] ?? ''),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) changed.push(id)
  }
  return changed
}
