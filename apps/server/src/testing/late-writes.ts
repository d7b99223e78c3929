import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from '@weir/store/open-store'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'

/** In turns. The audit trail and the counters are written last and wait for less: they must not cover up what runs beside them. */
const DELAYS = {
  users: 40,
  accounts: 40,
  channels: 40,
  channelTests: 40,
  options: 40,
  tokens: 40,
  redemptions: 40,
  budgetList: 40,
  alertRules: 40,
  alertTargets: 40,
  mailChoices: 40,
  logs: 40,
  savedFilters: 40,
  corrections: 40,
  codes: 40,
  oauthStates: 40,
  sessions: 40,
  factors: 40,
  passkeys: 40,
  passkeyChallenges: 40,
  balances: 40,
  rateCounts: 8,
  audit: 8,
} as const
type Delayed = keyof typeof DELAYS

const isDelayed = (name: string): name is Delayed => Object.hasOwn(DELAYS, name)

/** All options are read to take a change over, which a reply has to wait for as well. */
const READS =
  /^(?:find|list|count|search|get|secretsOf|target|of$|ofUser|revision|describe|subjects|levels|sum|is|state|handleOf|openCounts|charged|wrong)|^all$/

const isRead = (repository: Delayed, name: string): boolean => READS.test(name) && !(repository === 'options' && name === 'all')

/** A test of all channels goes on after its reply. */
const BACKGROUND: ReadonlySet<Delayed> = new Set(['channelTests', 'logs'])

/** What makes room for something new must be over before it. */
const turnsOf = (repository: Delayed, name: string): number => DELAYS[repository] * (/^(?:delete|discard)/.test(name) ? 3 : 1)

type Running = Set<{ readonly write: string }>

export interface LateWrites {
  readonly store: Store
  /** Runs a request, and throws when its reply comes before everything that it writes. */
  readonly awaited: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * The same store, whose writes begin some turns after they were asked for, as over a network. SQLite writes at once: what is not awaited
 * would be there all the same when a test looks.
 */
export const withLateWrites = (store: Store): LateWrites => {
  const requests = new AsyncLocalStorage<Running>()

  const late = <Repository extends object>(repository: Repository, of: Delayed): Repository =>
    new Proxy(repository, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function' || typeof name !== 'string' || isRead(of, name)) return member
        return async (...input: readonly unknown[]): Promise<unknown> => {
          const running = BACKGROUND.has(of) ? undefined : requests.getStore()
          const entry = { write: `${of}.${name}` }
          running?.add(entry)
          try {
            for (let turn = 0; turn < turnsOf(of, name); turn++) await nextTurn()
            return await Reflect.apply(member, target, input)
          } finally {
            running?.delete(entry)
          }
        }
      },
    })

  const delayed = Object.keys(store)
    .filter(isDelayed)
    .map((name) => [name, late(store[name], name)] as const)
  return {
    store: { ...store, ...Object.fromEntries(delayed) },
    awaited: (work) => {
      const running: Running = new Set()
      return requests.run(running, async () => {
        const result = await work()
        const [left] = running
        if (left !== undefined) throw new Error(`the reply did not wait for ${left.write}`)
        return result
      })
    },
  }
}
