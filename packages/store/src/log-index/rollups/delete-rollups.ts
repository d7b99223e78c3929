import type { Kysely } from 'kysely'
import type { StoreContext } from '../../context.ts'
import type { Schema } from '../../schema.ts'
import { ALL_KINDS, type RollupKind } from '../kinds.ts'

interface Subject {
  readonly id: number
  readonly name: string
}

/** Rollups of one kind that lie together in the table: of one subject, or of a part of a day. */
export interface Stretch {
  readonly kind: RollupKind
  readonly grain: number
  readonly subject?: Subject | undefined
  readonly from: number
  /** Not part of it. */
  readonly to: number
}

/** Where nothing but the time tells them apart, so many hours or days are deleted at once. */
const GRAINS_AT_ONCE = 6

const rollupsOf = (db: Kysely<Schema>, { table, code }: RollupKind, grain: number) =>
  db.selectFrom(table).where('kind', '=', code).where('grain', '=', grain)

/** Kept by subject first, and told apart by it: each subject has a stretch of its own. */
const isBySubject = ({ table, subject, subjectId }: RollupKind): boolean =>
  table === 'log_sums' && (subject !== undefined || subjectId !== undefined)

/** In a table by subject first, those of no subject lie together under an empty one, and are found by it. */
const subjectIn = ({ kind, subject }: Pick<Stretch, 'kind' | 'subject'>): Subject | undefined =>
  subject ?? (kind.table === 'log_sums' && !isBySubject(kind) ? { id: 0, name: '' } : undefined)

interface Old {
  readonly kind: RollupKind
  readonly grain: number
  readonly before: number
}

async function* ofSubjects(db: Kysely<Schema>, { kind, grain, before }: Old): AsyncGenerator<Stretch> {
  const old = rollupsOf(db, kind, grain).where('start_at', '<', before)
  const subjects = await old.select(['subject_id as id', 'subject as name']).distinct().execute()
  for (const subject of subjects) yield { kind, grain, subject, from: 0, to: before }
}

const ofSubject = (query: ReturnType<typeof rollupsOf>, subject: Subject | undefined): ReturnType<typeof rollupsOf> =>
  subject === undefined ? query : query.where('subject_id', '=', subject.id).where('subject', '=', subject.name)

async function* ofTimes(db: Kysely<Schema>, { kind, grain, before }: Old): AsyncGenerator<Stretch> {
  for (let from = 0; from < before;) {
    const next = ofSubject(rollupsOf(db, kind, grain), subjectIn({ kind }))
      .where('start_at', '>=', from)
      .where('start_at', '<', before)
    const first = (await next.select('start_at').orderBy('start_at').limit(1).executeTakeFirst())?.start_at ?? before
    from = Math.min(first + GRAINS_AT_ONCE * grain, before)
    if (first < before) yield { kind, grain, from: first, to: from }
  }
}

/**
 * All rollups of the time before, in stretches that are deleted by one short statement each. Where the database is embedded, requests wait for
 * it: then each subject has one of its own, which lies together. A server looks for all of a time among the others, which is less to send.
 */
export async function* oldStretches(
  { kysely: db, engine }: Pick<StoreContext, 'kysely' | 'engine'>,
  before: number,
): AsyncGenerator<Stretch> {
  for (const kind of ALL_KINDS)
    for (const grain of kind.grains)
      yield* (engine.capabilities.isEmbedded && isBySubject(kind) ? ofSubjects : ofTimes)(db, { kind, grain, before })
}

export const deleteStretch = async (db: Kysely<Schema>, stretch: Stretch): Promise<void> => {
  const { kind, grain, from, to } = stretch
  const subject = subjectIn(stretch)
  await db
    .deleteFrom(kind.table)
    .where('kind', '=', kind.code)
    .where('grain', '=', grain)
    .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject?.id ?? 0).where('subject', '=', subject?.name ?? ''))
    .where('start_at', '>=', from)
    .where('start_at', '<', to)
    .execute()
}

export const hasRollupsBefore = async (db: Kysely<Schema>, before: number): Promise<boolean> => {
  for (const kind of ALL_KINDS) {
    for (const grain of kind.grains) {
      const rollups = ofSubject(rollupsOf(db, kind, grain), subjectIn({ kind }))
      const found = await rollups.select('kind').where('start_at', '<', before).limit(1).execute()
      if (found.length > 0) return true
    }
  }
  return false
}
