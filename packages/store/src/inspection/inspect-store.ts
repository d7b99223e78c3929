import { ChannelStatus } from '@weir/contract/channel'
import { openSource } from '../dialect/source/open-source.ts'
import type { Source, SourceRow } from '../dialect/source/source.ts'
import type { DatabaseAddress } from '../dsn.ts'
import { StoreMissing } from '../errors.ts'
import { INSTALLATION_OPTION } from '../installation.ts'
import { LOG_PLACE_OPTION } from '../log-database/marks.ts'
import { KEY_CHECK_OPTION, opensKeyCheck } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import { isRestoreMark } from '../restore-mark.ts'
import { createKeyring } from '../vault.ts'
import { findDrift, type SchemaDrift } from './schema-drift.ts'

/** As much of an enabled channel as says where it leads. */
export interface InspectedChannel {
  readonly id: number
  readonly type: number
  readonly baseUrl: string
}

export interface Inspection {
  /** Migrations of this program that the database has not had. */
  readonly pending: readonly string[]
  /** Migrations that this program does not know. */
  readonly unknown: readonly string[]
  /** A restore began and did not end: what else is told here is not whole. */
  readonly isHalfRestored: boolean
  readonly drift: SchemaDrift
  /** Undefined when there was no key to try. */
  readonly isRightKey: boolean | undefined
  /** Without secrets. */
  readonly options: ReadonlyMap<string, string>
  readonly channels: readonly InspectedChannel[]
  /** How far the clock of the database server is ahead of ours; undefined for an embedded database. */
  readonly clockAheadMs: number | undefined
}

const textAt = (row: SourceRow, column: string): string => String(row[column] ?? '')

const appliedNames = async (source: Source): Promise<readonly string[]> => {
  const hasTable = (await source.columnsOf('migrations')).size > 0
  const rows = hasTable ? await source.query('select name from migrations') : []
  if (rows.length === 0) throw new StoreMissing('this database holds no data of Weir')
  return rows.map((row) => textAt(row, 'name'))
}

const isRightKey = async (source: Source, rootKeys: readonly Uint8Array[]): Promise<boolean | undefined> => {
  if (rootKeys.length === 0) return undefined
  const [row] = await source.query(`select value from options where name = '${KEY_CHECK_OPTION}'`)
  return row !== undefined && opensKeyCheck(createKeyring(rootKeys), textAt(row, 'value'))
}

const clockAhead = async (source: Source, clock: () => number): Promise<number | undefined> => {
  const before = clock()
  const now = await source.now()
  return now === undefined ? undefined : now - (before + clock()) / 2
}

interface Inspect {
  readonly address: DatabaseAddress
  readonly rootKeys: readonly Uint8Array[]
  readonly clock: () => number
}

/** Looks at a database without writing to it, whatever version it is of. Throws `StoreMissing` and `StoreUnavailable`. */
export const inspectStore = async ({ address, rootKeys, clock }: Inspect): Promise<Inspection> => {
  const source = await openSource(address)
  try {
    const applied = await appliedNames(source)
    const known = migrations.map(({ name }) => name)
    const options = await source.query(
      `select name, value from options where is_sealed = false and name not in ('${INSTALLATION_OPTION}', '${LOG_PLACE_OPTION}')`,
    )
    const channels = await source.query(`select id, type, base_url from channels where status = ${ChannelStatus.enabled} order by id`)
    return {
      pending: known.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !known.includes(name) && !isRestoreMark(name)),
      isHalfRestored: applied.some(isRestoreMark),
      drift: await findDrift(source, applied),
      isRightKey: await isRightKey(source, rootKeys),
      options: new Map(options.map((row) => [textAt(row, 'name'), textAt(row, 'value')])),
      channels: channels.map((row) => ({ id: Number(row['id']), type: Number(row['type']), baseUrl: textAt(row, 'base_url') })),
      clockAheadMs: await clockAhead(source, clock),
    }
  } finally {
    await source.close()
  }
}
