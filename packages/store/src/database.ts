import { Kysely } from 'kysely'
import type { Engine, Link, Result, Step } from './dialect/engine.ts'
import { createLinkDialect } from './dialect/link-dialect.ts'
import { openMysql } from './dialect/mysql.ts'
import { openPostgres } from './dialect/postgres.ts'
import { openSqlite } from './dialect/sqlite.ts'
import type { DatabaseAddress } from './dsn.ts'
import { StoreLocked } from './errors.ts'
import type { Schema } from './schema.ts'

export interface Database {
  readonly engine: Engine
  readonly kysely: Kysely<Schema>
}

const openEngine = (address: DatabaseAddress): Engine => {
  switch (address.kind) {
    case 'sqlite':
      return openSqlite(address)
    case 'postgres':
      return openPostgres(address)
    case 'mysql':
      return openMysql(address)
  }
}

export const openDatabase = (address: DatabaseAddress): Database => {
  const engine = openEngine(address)
  return { engine, kysely: new Kysely<Schema>({ dialect: createLinkDialect(engine) }) }
}

/**
 * Hand-written statements, for the paths where building a query costs more than running it. Each is asked for with `yield` and answered with
 * its result, so that the same text runs where an answer is awaited and where it is there at once. A list runs up to the first statement
 * that does not change as many rows as it expects; `affected` tells how many ran before it. Where none expects anything, nobody looks at
 * the results: where a database takes several statements at once, such lists travel with the next one that is looked at, or with the commit.
 * A program that is run as one that succeeds goes on there as if every statement had changed what it expects, and fails with
 * `AssumptionFailed` before the commit where one has not.
 */
export type Program<T> = Generator<Step | readonly Step[], T, Result>

/** The transaction was rolled back. It can be run again, with each answer awaited. */
export class AssumptionFailed extends Error {
  override readonly name = 'AssumptionFailed'
}

const afterList = (ran: number): Result => ({ rows: [], affected: ran, insertId: undefined })

const isAsExpected = ({ expects }: Step, { affected }: Result): boolean => expects === undefined || expects === affected

function* untilCommit<T>(program: Program<T>): Program<T> {
  try {
    const value = yield* program
    yield { sql: 'commit', params: [] }
    return value
  } catch (error) {
    try {
      yield { sql: 'rollback', params: [] }
    } catch {
      // The first error is the one worth telling; a connection that cannot roll back is thrown away by its link.
    }
    throw error
  }
}

const runNow = <T>(queryNow: NonNullable<Link['queryNow']>, program: Program<T>): T => {
  const run = (asked: Step | readonly Step[]): Result => {
    if ('sql' in asked) return queryNow(asked.sql, asked.params)
    let ran = 0
    for (const step of asked) {
      if (!isAsExpected(step, queryNow(step.sql, step.params))) break
      ran++
    }
    return afterList(ran)
  }
  let next = program.next()
  while (next.done !== true) {
    let result: Result
    try {
      result = run(next.value)
    } catch (error) {
      next = program.throw(error)
      continue
    }
    next = program.next(result)
  }
  return next.value
}

type Ask = (asked: Step | readonly Step[]) => Promise<Result> | Result

const listInTurn = async (query: (step: Step) => Promise<Result>, list: readonly Step[]): Promise<Result> => {
  let ran = 0
  for (const step of list) {
    if (!isAsExpected(step, await query(step))) break
    ran++
  }
  return afterList(ran)
}

const askInTurn = (link: Link): Ask => {
  const query = ({ sql, params }: Step): Promise<Result> => link.query(sql, params)
  return (asked) => ('sql' in asked ? query(asked) : listInTurn(query, asked))
}

interface Together {
  readonly queryAll: NonNullable<Link['queryAll']>
  /** What goes before the first statement. */
  readonly first: Step
  readonly assumesSuccess: boolean
}

const hasExpectation = ({ expects }: Step): boolean => expects !== undefined

const askTogether = ({ queryAll, first, assumesSuccess }: Together): Ask => {
  let unsent = [first]
  const send = async (steps: readonly Step[]): Promise<Result> => {
    const results = await queryAll(steps)
    let last = afterList(0)
    for (const [at, step] of steps.entries()) {
      last = results[at] ?? last
      if (assumesSuccess && !isAsExpected(step, last)) throw new AssumptionFailed()
    }
    return last
  }
  const query = async (step: Step): Promise<Result> => {
    const steps = [...unsent, step]
    unsent = []
    if (step.sql !== 'commit' || !assumesSuccess) return send(steps)
    const checked = steps.findLastIndex(hasExpectation) + 1
    if (checked > 0) await send(steps.slice(0, checked))
    return send(steps.slice(checked))
  }
  return (asked) => {
    if ('sql' in asked) return query(asked)
    if (!assumesSuccess && asked.some(hasExpectation)) return listInTurn(query, asked)
    unsent.push(...asked)
    return afterList(asked.length)
  }
}

const runAwaiting = async <T>(ask: Ask, program: Program<T>): Promise<T> => {
  let next = program.next()
  while (next.done !== true) {
    let result: Result
    try {
      const answer = ask(next.value)
      result = answer instanceof Promise ? await answer : answer
    } catch (error) {
      next = program.throw(error)
      continue
    }
    next = program.next(result)
  }
  return next.value
}

/** At once where the file is free; otherwise the wait lets the process go on. */
const begin = async (link: Link, sql: string): Promise<void> => {
  try {
    link.queryNow?.(sql, [])
    if (link.queryNow !== undefined) return
  } catch (error) {
    if (!(error instanceof StoreLocked)) throw error
  }
  await link.query(sql, [])
}

/** All or nothing. */
export const transact = async <T>(engine: Engine, program: Program<T>, assumesSuccess = false): Promise<T> => {
  const link = await engine.open()
  const whole = untilCommit(program)
  const { queryNow, queryAll } = link
  try {
    if (queryAll !== undefined) {
      const ask = askTogether({ queryAll, first: { sql: engine.beginSql, params: [] }, assumesSuccess })
      return await runAwaiting(ask, whole)
    }
    await begin(link, engine.beginSql)
    return queryNow === undefined ? await runAwaiting(askInTurn(link), whole) : runNow(queryNow, whole)
  } finally {
    link.release()
  }
}
