import fc from 'fast-check'

/**
 * What goes wrong at the database during a step: `conflicts` are rolled back and tried again, `lost-answer` is a commit whose answer never
 * came, `lost-answers` the same for the second try, `down` refuses everything.
 */
export type Fault = 'none' | 'conflicts' | 'lost-answer' | 'lost-answers' | 'down'

/** Tokens of a request and where they came from. */
export interface Spent {
  readonly input: number
  readonly output: number
  readonly channel: number
  readonly isLogged: boolean
}

/** What one process asks of the ledger. Numbers that choose are taken modulo what there is to choose from. */
export type Part =
  | {
      readonly kind: 'hold'
      readonly user: number
      readonly token: number
      readonly amount: number
      /** The process still has the token as it was before its limit was switched. */
      readonly isStale: boolean
    }
  | { readonly kind: 'settle'; readonly request: number; readonly spent: Spent }
  | { readonly kind: 'release'; readonly request: number; readonly isLogged: boolean }

export type Step =
  | { readonly kind: 'commit'; readonly node: number; readonly parts: readonly Part[]; readonly fault: Fault }
  | { readonly kind: 'checkpoint'; readonly node: number; readonly request: number; readonly spent: Spent; readonly fault: Fault }
  | { readonly kind: 'settle-while-swept'; readonly node: number; readonly other: number; readonly request: number; readonly spent: Spent }
  | { readonly kind: 'hold-on-all-nodes'; readonly user: number; readonly amount: number }
  | { readonly kind: 'crash'; readonly node: number }
  | { readonly kind: 'stop'; readonly node: number }
  | { readonly kind: 'start'; readonly node: number }
  | { readonly kind: 'catch-up'; readonly node: number }
  | { readonly kind: 'heartbeat'; readonly node: number }
  | { readonly kind: 'sweep'; readonly node: number; readonly other: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | {
      readonly kind: 'redeem'
      readonly nodes: readonly [number, number]
      readonly users: readonly [number, number]
      readonly code: number
      readonly fault: Fault
    }
  | {
      readonly kind: 'top-up'
      readonly nodes: readonly [number, number]
      readonly user: number
      readonly amount: number
      readonly fault: Fault
    }
  | {
      readonly kind: 'set-quota'
      readonly node: number
      readonly user: number
      readonly quota: number
      /** How far the balance that was read is from the one there is; empty: none was read. */
      readonly drift: number | null
      readonly fault: Fault
    }
  | {
      readonly kind: 'edit-token'
      readonly node: number
      readonly user: number
      readonly token: number
      /** Empty: the limit stays as it is. */
      readonly remain: number | null
      readonly isUnlimited: boolean
      readonly fault: Fault
    }
  | { readonly kind: 'delete-token'; readonly node: number; readonly user: number; readonly token: number }
  | { readonly kind: 'delete-user'; readonly node: number; readonly user: number; readonly fault: Fault }
  | { readonly kind: 're-price'; readonly node: number; readonly quarters: number }
  /** Two nodes bring all charges to another price at the same time. */
  | { readonly kind: 'correct'; readonly nodes: readonly [number, number]; readonly quarters: number }
  | {
      readonly kind: 'edit-budget'
      readonly node: number
      readonly budget: number
      readonly period: 'minute' | 'hour' | 'day'
      readonly limit: number
      readonly isHard: boolean
      readonly fault: Fault
    }
  | { readonly kind: 'sum-up'; readonly node: number }
  | { readonly kind: 'tend'; readonly node: number }

export type StepOf<K extends Step['kind']> = Extract<Step, { readonly kind: K }>

/** What the store answered and what the model says it must answer. */
export interface Answers {
  readonly store: unknown
  readonly model: unknown
}

const index = fc.nat(5)
const request = fc.nat(20)
const amount = fc.oneof(fc.constantFrom(0, 1, 100), fc.nat(400))
const count = fc.oneof(fc.constantFrom(0, 1), fc.nat(120))
const spent = fc.record({ input: count, output: count, channel: index, isLogged: fc.boolean() })
const fault = fc.oneof(
  { weight: 4, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom('conflicts' as const, 'lost-answer' as const, 'lost-answers' as const, 'down' as const) },
)

const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), user: index, token: index, amount, isStale: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const), request, spent }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), request, isLogged: fc.boolean() }) },
)

const of = <K extends Step['kind']>(kind: K) => fc.constant(kind)
const two = fc.tuple(index, index)
const node = index
const user = index
const token = index

const commit = fc.record({ kind: of('commit'), node, parts: fc.array(part, { minLength: 1, maxLength: 6 }), fault })
const checkpoint = fc.record({ kind: of('checkpoint'), node, request, spent, fault })

/** Those that come often are listed more than once. */
export const steps: readonly fc.Arbitrary<Step>[] = [
  commit,
  commit,
  commit,
  commit,
  commit,
  commit,
  checkpoint,
  checkpoint,
  fc.record({ kind: of('settle-while-swept'), node, other: index, request, spent }),
  fc.record({ kind: of('hold-on-all-nodes'), user, amount }),
  fc.record({ kind: of('crash'), node }),
  fc.record({ kind: of('stop'), node }),
  fc.record({ kind: of('start'), node }),
  fc.record({ kind: of('start'), node }),
  fc.record({ kind: of('catch-up'), node }),
  fc.record({ kind: of('heartbeat'), node }),
  fc.record({ kind: of('sweep'), node, other: index }),
  fc.record({ kind: of('wait'), seconds: fc.constantFrom(1, 60, 120, 121, 4000) }),
  fc.record({ kind: of('redeem'), nodes: two, users: two, code: index, fault }),
  fc.record({ kind: of('top-up'), nodes: two, user, amount: fc.integer({ min: 1, max: 500 }), fault }),
  fc.record({ kind: of('set-quota'), node, user, quota: amount, drift: fc.constantFrom(null, 0, 1), fault }),
  fc.record({
    kind: of('edit-token'),
    node,
    user,
    token,
    remain: fc.option(amount, { nil: null }),
    isUnlimited: fc.boolean(),
    fault,
  }),
  fc.record({ kind: of('delete-token'), node, user, token }),
  fc.record({ kind: of('delete-user'), node, user, fault }),
  fc.record({ kind: of('re-price'), node, quarters: fc.constantFrom(0, 1, 4, 7) }),
  fc.record({ kind: of('correct'), nodes: two, quarters: fc.constantFrom(0, 1, 4, 7) }),
  fc.record({
    kind: of('edit-budget'),
    node,
    budget: index,
    period: fc.constantFrom('minute', 'hour', 'day'),
    limit: fc.constantFrom(1, 2, 300, 1500),
    isHard: fc.boolean(),
    fault,
  }),
  fc.record({ kind: of('sum-up'), node }),
  fc.record({ kind: of('tend'), node }),
]

/** Where leases are taken, requests are most of what happens. */
export const leasingSteps: readonly fc.Arbitrary<Step>[] = [...steps, ...Array.from({ length: 24 }, () => commit), checkpoint, checkpoint]
