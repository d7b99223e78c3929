import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { GROUP_DIMENSIONS, OUTCOME_DIMENSIONS, type Match } from '../kinds.ts'
import { padded } from '../../padded.ts'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { POSTINGS } from '../watermarks.ts'
import type { LogBlocksTable } from '../../tables/log-index-tables.ts'
import type { Schema } from '../../schema.ts'
import { BLOCK_ROWS, blockOf, countPerRow, countPostings, startOf, subjectsOf } from './block.ts'
import { markedIds, REQUEST_MARKS } from './request-marks.ts'

/** Consumption, or every row but channel tests. */
export interface LogList {
  readonly match: Match
  readonly isConsumption: boolean
  /** Seconds, both part of the list. */
  readonly first: number
  readonly last: number
  /** Candidates for this request alone; no other dimension is named then. */
  readonly requestId?: string
}

/** Rows with consecutive ids. What is not known of them is found by scanning them. */
export interface RowRange {
  readonly from: number
  /** Not part of it. */
  readonly to: number
  readonly count?: number
  /** Newest first. */
  readonly ids?: () => readonly number[]
  /** Instead of the ids, and not empty: all rows of the list are among these, and which they are has to be looked at. Newest first. */
  readonly candidates?: readonly number[]
}

/** A block with the posting lists of each subject, in the order of the subjects. */
interface IndexedBlock extends Selectable<LogBlocksTable> {
  readonly [list: `consumed${number}` | `others${number}`]: string | null
  /** Where a request is asked for; not there where an older version wrote the postings. */
  readonly marks?: string | null
}

/** Blocks that are read with one statement: few at first, since most lists end with their first page, then twice as many each time. */
const FIRST_BLOCKS = 16
const MAX_BLOCKS = 256

const rangeOf = (block: number) => ({ from: startOf(block), to: startOf(block + 1) })

/** The posting lists of each subject. */
type Subjects = readonly (readonly string[])[]

const sizeOf = (subject: readonly string[]): number => subject.reduce((sum, postings) => sum + countPostings(postings), 0)

/** Of one block after the other. */
const COUNTS = new Uint8Array(BLOCK_ROWS)

/** The intersection of the posting lists of all subjects. The shortest come first: most often they have nothing in common. */
const commonIds = (block: number, subjects: Subjects): readonly number[] => {
  const counts = COUNTS.fill(0)
  for (const [known, subject] of subjects.toSorted((a, b) => sizeOf(a) - sizeOf(b)).entries()) {
    let common = 0
    for (const postings of subject) common += countPerRow(counts, postings, known)
    if (common === 0) return []
  }
  const ids: number[] = []
  for (let offset = BLOCK_ROWS - 1; offset >= 0; offset--) if (counts[offset] === subjects.length) ids.push(startOf(block) + offset)
  return ids
}

const isOneOf = (dimensions: readonly string[], dimension: string): boolean => dimensions.includes(dimension)

/** Whether the lists of this block, which an older version may have written, do not tell this dimension. */
const lacks = ({ has_outcomes, has_groups }: IndexedBlock, dimension: string): boolean =>
  (!has_outcomes && isOneOf(OUTCOME_DIMENSIONS, dimension)) || (!has_groups && isOneOf(GROUP_DIMENSIONS, dimension))

/** Whether a block of an older version must be scanned: what its lists tell may rule it out all the same. */
const mustBeScanned = (indexed: IndexedBlock, match: Match): boolean => {
  const dimensions = Object.keys(match)
  const isLacking = dimensions.map((dimension) => lacks(indexed, dimension))
  return isLacking.includes(true) && isLacking.every((isUntold, at) => isUntold || indexed[`consumed${at}`] !== null)
}

/** Undefined where one of the subjects has no posting. */
const postingsIn = (indexed: IndexedBlock, isConsumption: boolean, subjectCount: number): Subjects | undefined => {
  const subjects: string[][] = []
  for (let at = 0; at < subjectCount; at++) {
    const consumed = indexed[`consumed${at}`] ?? null
    if (consumed === null) return undefined
    subjects.push(isConsumption ? [consumed] : [consumed, indexed[`others${at}`] ?? ''])
  }
  return subjects
}

const amongst = (block: number, candidates: readonly number[]): RowRange | undefined =>
  candidates.length === 0 ? undefined : { ...rangeOf(block), candidates }

/** Which rows of a block are in the time, its postings do not tell. */
const cutRange = (block: number, subjects: Subjects): RowRange | undefined =>
  subjects.length === 0 ? rangeOf(block) : amongst(block, commonIds(block, subjects))

const wholeRange = ({ block, consumed, others }: IndexedBlock, subjects: Subjects, isConsumption: boolean): RowRange | undefined => {
  const [only, ...more] = subjects
  if (only === undefined) return { ...rangeOf(block), count: consumed + (isConsumption ? 0 : others) }
  if (more.length === 0) return { ...rangeOf(block), ids: () => commonIds(block, subjects), count: sizeOf(only) }
  const ids = commonIds(block, subjects)
  return ids.length === 0 ? undefined : { ...rangeOf(block), ids: () => ids, count: ids.length }
}

const toRowRange = (indexed: IndexedBlock, { match, isConsumption, first, last, requestId }: LogList): RowRange | undefined => {
  const { block, marks } = indexed
  if (indexed.is_stale || mustBeScanned(indexed, match)) return rangeOf(block)
  if (requestId !== undefined) return marks ? amongst(block, markedIds(block, marks, requestId)) : rangeOf(block)
  const subjects = postingsIn(indexed, isConsumption, Object.keys(match).length)
  if (subjects === undefined) return undefined
  const isCut = indexed.first_at < first || indexed.last_at > last
  return isCut ? cutRange(block, subjects) : wholeRange(indexed, subjects, isConsumption)
}

interface BlockRange {
  readonly from: number
  /** Part of it. */
  readonly to: number
  /** These alone. */
  readonly only?: readonly number[]
}

/** A number of subjects, from one in the order of the list on. */
interface SomeSubjects {
  readonly first: number
  readonly end: number
}

const isInTime = ({ first, last }: LogList): RawBuilder<boolean> => sql`(is_stale or (last_at >= ${first} and first_at <= ${last}))`

/** One join a subject: for a list of subjects MySQL would read whole blocks, and for a union PostgreSQL would start processes. */
const readBlocks = async (
  db: Kysely<Schema>,
  { from, to, only }: BlockRange,
  { some, ...list }: LogList & { readonly some: SomeSubjects },
): Promise<readonly IndexedBlock[]> => {
  const joinOf = (lists: RawBuilder<unknown>, subject: string) =>
    sql` left join log_places ${lists} on ${lists}.block = b.block and ${lists}.subject = ${subject}`
  const { match, requestId } = list
  const subjects = subjectsOf(match).slice(some.first, some.end)
  const joins = subjects.map((subject, index) => {
    const at = some.first + index
    const lists = sql.id(`lists${at}`)
    return {
      columns: sql`, ${lists}.consumed as ${sql.id(`consumed${at}`)}, ${lists}.others as ${sql.id(`others${at}`)}`,
      table: joinOf(lists, subject),
    }
  })
  if (requestId !== undefined) joins.push({ columns: sql`, marked.consumed as marks`, table: joinOf(sql.id('marked'), REQUEST_MARKS) })
  const nothing = sql``
  const { rows } =
    await sql<IndexedBlock>`select b.block, b.consumed, b.others, b.first_at, b.last_at, b.is_stale, b.has_outcomes, b.has_groups
      ${sql.join([nothing, ...joins.map(({ columns }) => columns)], nothing)}
    from log_blocks b ${sql.join([nothing, ...joins.map(({ table }) => table)], nothing)}
    where b.block >= ${from} and b.block <= ${to} ${only === undefined ? nothing : sql`and b.block in (${sql.join([...padded(only)])})`} and ${isInTime(list)}
    order by b.block desc`.execute(db)
  return rows
}

/** A block that is not ruled out by the lists of these subjects. */
const mayHaveRows = (indexed: IndexedBlock, list: LogList, { end }: SomeSubjects): boolean => {
  const match = Object.fromEntries(Object.entries(list.match).slice(0, end)) as Match
  return toRowRange(indexed, { ...list, match }) !== undefined
}

/** Beyond so many subjects, those of the others are read where these have rows in common alone. */
const FIRST_SUBJECTS = 2

/** What only one of two readings of a block tells of its lists, is not known: in between they may have gone, or been written anew. */
const bothReadings = (first: IndexedBlock, second: IndexedBlock): IndexedBlock => ({
  ...first,
  ...second,
  is_stale: first.is_stale || second.is_stale,
  has_outcomes: first.has_outcomes && second.has_outcomes,
  has_groups: first.has_groups && second.has_groups,
})

const readMatching = async (db: Kysely<Schema>, blocks: BlockRange, list: LogList): Promise<readonly IndexedBlock[]> => {
  const count = Object.keys(list.match).length
  if (count <= FIRST_SUBJECTS) return readBlocks(db, blocks, { ...list, some: { first: 0, end: count } })
  const some = { first: 0, end: FIRST_SUBJECTS }
  const found = (await readBlocks(db, blocks, { ...list, some })).filter((indexed) => mayHaveRows(indexed, list, some))
  if (found.length === 0) return []
  const only = found.map(({ block }) => block)
  const others = await readBlocks(db, { ...blocks, only }, { ...list, some: { first: FIRST_SUBJECTS, end: count } })
  const known = new Map(found.map((indexed) => [indexed.block, indexed]))
  return others.map((indexed) => bothReadings(known.get(indexed.block) ?? indexed, indexed))
}

interface Ends {
  readonly oldest: number | null
  readonly newest: number | null
  readonly watermark: number
  readonly firstBlock: number | null
  readonly lastBlock: number | null
}

/** A block that turns stale afterwards had no row in the time, or was one of these. */
const readEnds = async (db: Kysely<Schema>, list: LogList): Promise<Ends> => {
  const block = (end: 'min' | 'max', name: keyof Ends) =>
    sql`(select ${sql.raw(end)}(block) from log_blocks where ${isInTime(list)}) as ${sql.ref(name)}`
  const { rows } = await sql<Ends>`select (select min(id) from logs) as oldest, (select max(id) from logs) as newest,
    ${block('min', 'firstBlock')}, ${block('max', 'lastBlock')}, through_id as ${sql.ref('watermark')}
    from log_sum_state where name = ${POSTINGS}`.execute(db)
  return rows[0] ?? { oldest: null, newest: null, watermark: 0, firstBlock: null, lastBlock: null }
}

/**
 * The log from its end to its beginning. Rows that are not indexed yet come first. A block and its posting lists are read by one statement,
 * and rows that are indexed in the meantime have been passed by then, so no row is missed or met twice.
 */
export async function* rowRangesOf(db: Kysely<Schema>, list: LogList): AsyncGenerator<RowRange> {
  const { oldest, newest, watermark, firstBlock, lastBlock } = await readEnds(db, list)
  if (oldest === null || newest === null) return
  const firstUnindexed = Math.max(blockOf(watermark + 1), blockOf(oldest))
  for (let block = blockOf(newest); block >= firstUnindexed; block--) yield rangeOf(block)
  if (firstBlock === null || lastBlock === null) return
  for (let to = lastBlock, count = FIRST_BLOCKS; to >= firstBlock; to -= count, count = Math.min(2 * count, MAX_BLOCKS)) {
    for (const indexed of await readMatching(db, { from: Math.max(firstBlock, to - count + 1), to }, list)) {
      const range = toRowRange(indexed, list)
      if (range !== undefined) yield range
    }
    await yieldToRequests()
  }
}
