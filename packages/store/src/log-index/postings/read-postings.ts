import { sql, type Kysely, type Selectable } from 'kysely'
import type { Match } from '../kinds.ts'
import { PLACES_STATE } from '../watermarks.ts'
import type { LogBlocksTable, Schema } from '../../schema.ts'
import { BLOCK_ROWS, blockOf, countPlaces, markPlaces, startOf, subjectsOf } from './block.ts'

/** Consumption, or every row but channel tests. */
export interface LogList {
  readonly match: Match
  readonly isConsumption: boolean
  /** Seconds, both part of the list. */
  readonly first: number
  readonly last: number
}

/** Rows that lie together. What is not known of them is found by looking at them. */
export interface Stretch {
  readonly from: number
  /** Not part of it. */
  readonly to: number
  readonly count?: number
  /** Newest first. */
  readonly ids?: () => readonly number[]
}

/** With the places of each subject, in their order. */
interface Noted extends Selectable<LogBlocksTable> {
  readonly [places: `consumed${number}` | `others${number}`]: string | null
}

/** Blocks that are read with one statement. */
const READ_BLOCKS = 64

const stretchAt = (block: number) => ({ from: startOf(block), to: startOf(block + 1) })

/** Places that every one of the subjects has. */
const commonIds = (block: number, subjects: readonly (readonly string[])[]): readonly number[] => {
  const marks = new Uint8Array(BLOCK_ROWS)
  for (const subject of subjects) for (const places of subject) markPlaces(marks, places)
  const ids: number[] = []
  for (let place = BLOCK_ROWS - 1; place >= 0; place--) if (marks[place] === subjects.length) ids.push(startOf(block) + place)
  return ids
}

/** Undefined where one of the subjects has no place. */
const placesIn = (noted: Noted, isConsumption: boolean, subjectCount: number): readonly (readonly string[])[] | undefined => {
  const subjects: string[][] = []
  for (let at = 0; at < subjectCount; at++) {
    const consumed = noted[`consumed${at}`] ?? null
    if (consumed === null) return undefined
    subjects.push(isConsumption ? [consumed] : [consumed, noted[`others${at}`] ?? ''])
  }
  return subjects
}

const toStretch = (noted: Noted, { match, isConsumption, first, last }: LogList): Stretch | undefined => {
  const { block } = noted
  if (noted.is_stale) return stretchAt(block)
  const subjects = placesIn(noted, isConsumption, Object.keys(match).length)
  if (subjects === undefined) return undefined
  if (noted.first_at < first || noted.last_at > last) return stretchAt(block)
  const [only, ...more] = subjects
  if (only === undefined) return { ...stretchAt(block), count: noted.consumed + (isConsumption ? 0 : noted.others) }
  const ids = () => commonIds(block, subjects)
  return { ...stretchAt(block), ids, ...(more.length === 0 && { count: only.reduce((sum, places) => sum + countPlaces(places), 0) }) }
}

interface BlockRange {
  readonly from: number
  /** Part of it. */
  readonly to: number
}

/** One join a subject: for a list of subjects MySQL would read whole blocks, and for a union PostgreSQL would start processes. */
const readBlocks = async (db: Kysely<Schema>, { from, to }: BlockRange, { match, first, last }: LogList): Promise<readonly Noted[]> => {
  const joins = subjectsOf(match).map((subject, at) => {
    const places = sql.id(`places${at}`)
    return {
      columns: sql`, ${places}.consumed as ${sql.id(`consumed${at}`)}, ${places}.others as ${sql.id(`others${at}`)}`,
      table: sql` left join log_places ${places} on ${places}.block = b.block and ${places}.subject = ${subject}`,
    }
  })
  const nothing = sql``
  const { rows } = await sql<Noted>`select b.block, b.consumed, b.others, b.first_at, b.last_at, b.is_stale
      ${sql.join([nothing, ...joins.map(({ columns }) => columns)], nothing)}
    from log_blocks b ${sql.join([nothing, ...joins.map(({ table }) => table)], nothing)}
    where b.block >= ${from} and b.block <= ${to} and (b.is_stale or (b.last_at >= ${first} and b.first_at <= ${last}))
    order by b.block desc`.execute(db)
  return rows
}

interface Ends {
  readonly oldest: number | null
  readonly newest: number | null
  readonly throughId: number
  readonly oldestBlock: number | null
}

const readEnds = async (db: Kysely<Schema>): Promise<Ends> => {
  const { rows } = await sql<Ends>`select (select min(id) from logs) as oldest, (select max(id) from logs) as newest,
    (select min(block) from log_blocks) as ${sql.ref('oldestBlock')}, through_id as ${sql.ref('throughId')}
    from log_sum_state where name = ${PLACES_STATE}`.execute(db)
  return rows[0] ?? { oldest: null, newest: null, throughId: 0, oldestBlock: null }
}

/**
 * The log from its end to its beginning. Rows whose places are not noted yet come first. A block and its places are read by one statement,
 * and rows that are noted in the meantime have been passed by then, so no row is missed or met twice.
 */
export async function* stretchesOf(db: Kysely<Schema>, list: LogList): AsyncGenerator<Stretch> {
  const { oldest, newest, throughId, oldestBlock } = await readEnds(db)
  if (oldest === null || newest === null) return
  const unnoted = Math.max(blockOf(throughId + 1), blockOf(oldest))
  for (let block = blockOf(newest); block >= unnoted; block--) yield stretchAt(block)
  for (let to = blockOf(throughId); oldestBlock !== null && to >= oldestBlock; to -= READ_BLOCKS) {
    for (const noted of await readBlocks(db, { from: to - READ_BLOCKS + 1, to }, list)) {
      const stretch = toStretch(noted, list)
      if (stretch !== undefined) yield stretch
    }
  }
}
