import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { openDatabase, type Database } from '../database.ts'
import type { DatabaseAddress } from '../dsn.ts'
import type { Store } from '../open-store.ts'

/** What a write takes beside its work, in turns. */
const TURNS = 4

interface Call {
  readonly running: Set<CompiledQuery>
  /** What was still being written when something else began. */
  overtaken: CompiledQuery | undefined
}

const calls = new AsyncLocalStorage<Call>()

const isRead = ({ sql }: CompiledQuery): boolean => /^\s*\(?(?:select|with|pragma|show)/i.test(sql)

const late = (executor: QueryExecutor): QueryExecutor => {
  const executeQuery: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor)
  const withConnectionProvider: QueryExecutor['withConnectionProvider'] = executor.withConnectionProvider.bind(executor)
  return Object.assign(executor, {
    async executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
      const call = calls.getStore()
      if (call === undefined) return await executeQuery(query)
      const [earlier] = call.running
      call.overtaken ??= earlier
      if (isRead(query)) return await executeQuery(query)
      call.running.add(query)
      try {
        for (let turn = 0; turn < TURNS; turn++) await nextTurn()
        return await executeQuery(query)
      } finally {
        call.running.delete(query)
      }
    },
    withConnectionProvider: (provider: Parameters<typeof withConnectionProvider>[0]) => late(withConnectionProvider(provider)),
  })
}

/** A database whose writes take some turns, as over a network: SQLite would have done at once what nobody waited for. */
export const openLate = (address: DatabaseAddress): Database => {
  const database = openDatabase(address)
  late(database.kysely.getExecutor())
  return database
}

const newCall = (): Call => ({ running: new Set(), overtaken: undefined })

/** Seals many rows at once. */
const SIDE_BY_SIDE = 'keyRotation.reseal'

const requireDone = ({ running, overtaken }: Call, name: string): void => {
  const [left = name === SIDE_BY_SIDE ? undefined : overtaken] = running
  if (left !== undefined) throw new Error(`${name} did not wait for: ${left.sql}`)
}

/** Throws when the work goes on, or ends, before everything that it writes. */
export const awaited = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const call = newCall()
  const value = await calls.run(call, work)
  requireDone(call, name)
  return value
}

const checked = <Repository extends object>(repository: Repository, of: string): Repository =>
  new Proxy(repository, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || typeof name !== 'string') return member
      return (...input: readonly unknown[]): unknown => {
        const call = newCall()
        const result = calls.run(call, (): unknown => Reflect.apply(member, target, input))
        return result instanceof Promise
          ? result.then((value: unknown) => {
              requireDone(call, `${of}.${name}`)
              return value
            })
          : result
      }
    },
  })

/** The same store, in which no call ends before everything that it writes. */
export const awaiting = (store: Store): Store => ({
  ...store,
  ...Object.fromEntries(
    Object.entries(store).map(([name, part]: readonly [string, unknown]) => [
      name,
      typeof part === 'object' && part !== null ? checked(part, name) : part,
    ]),
  ),
})
