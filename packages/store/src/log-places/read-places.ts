import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Match } from '../log-sums/kinds.ts'
import { PLACES_STATE } from '../log-sums/state.ts'
import type { LogBlocksTable, Schema } from '../schema.ts'
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

interface Noted extends Selectable<LogBlocksTable> {
  readonly subject: string | null
  readonly subjectConsumed: string | null
  readonly subjectOthers: string | null
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

const toStretch = (
  rows: readonly [Noted, ...Noted[]],
  { isConsumption, first, last }: LogList,
  subjectCount: number,
): Stretch | undefined => {
  const [noted] = rows
  const { block } = noted
  if (noted.is_stale) return stretchAt(block)
  const subjects = rows
    .filter((row) => row.subject !== null)
    .map((row) => [row.subjectConsumed ?? '', ...(isConsumption ? [] : [row.subjectOthers ?? ''])])
  if (subjects.length < subjectCount) return undefined
  if (noted.first_at < first || noted.last_at > last) return stretchAt(block)
  const [only] = subjects
  if (only === undefined) return { ...stretchAt(block), count: noted.consumed + (isConsumption ? 0 : noted.others) }
  const ids = () => commonIds(block, subjects)
  return { ...stretchAt(block), ids, ...(subjects.length === 1 && { count: only.reduce((sum, places) => sum + countPlaces(places), 0) }) }
}

interface BlockRange {
  readonly from: number
  /** Part of it. */
  readonly to: number
}

/** One branch a subject: MySQL would read whole blocks for a list of them. */
const readBlocks = async (db: Kysely<Schema>, { from, to }: BlockRange, list: LogList): Promise<readonly Noted[]> => {
  const subjects = subjectsOf(list.match)
  const places = sql`p.subject, p.consumed as ${sql.ref('subjectConsumed')}, p.others as ${sql.ref('subjectOthers')}`
  const branch = (columns: RawBuilder<unknown>, join: RawBuilder<unknown>) =>
    sql`select b.block, b.consumed, b.others, b.first_at, b.last_at, b.is_stale, ${columns}
      from log_blocks b ${join} where b.block >= ${from} and b.block <= ${to}
      and (b.is_stale or (b.last_at >= ${list.first} and b.first_at <= ${list.last}))`
  const branches =
    subjects.length === 0
      ? [branch(sql`null as subject`, sql``)]
      : subjects.map((subject) => branch(places, sql`left join log_places p on p.block = b.block and p.subject = ${subject}`))
  const { rows } = await sql<Noted>`${sql.join(branches, sql` union all `)} order by 1 desc`.execute(db)
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
  const subjectCount = Object.keys(list.match).length
  for (let to = blockOf(throughId); oldestBlock !== null && to >= oldestBlock; to -= READ_BLOCKS) {
    const rows = await readBlocks(db, { from: to - READ_BLOCKS + 1, to }, list)
    for (const [, [first, ...more]] of Map.groupBy(rows, ({ block }) => block)) {
      const stretch = first === undefined ? undefined : toStretch([first, ...more], list, subjectCount)
      if (stretch !== undefined) yield stretch
    }
  }
}
