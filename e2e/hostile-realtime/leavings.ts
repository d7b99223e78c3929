import { eventually } from '../../tools/testing/eventually.ts'
import type { RawCaller } from './raw-caller.ts'
import type { Line } from './scripted-upstream.ts'
import { readBill, type RealtimeStand } from './stand.ts'

const GREETING: readonly Line[] = [{ type: 'session.created', session: {} }]
const CREATED = { type: 'response.created', response: { id: 'a' } }
const WORDS = { type: 'response.output_text.delta', response_id: 'a', delta: 'A river.' }
const DONE = { type: 'response.done', response: { id: 'a', usage: { input_tokens: 100, output_tokens: 10 } } }

interface Leaving {
  readonly state: string
  readonly greeting?: readonly Line[]
  readonly script?: readonly Line[]
  /** Brings the session into the state. */
  readonly until: (caller: RawCaller, stand: RealtimeStand) => Promise<unknown>
  readonly charges: readonly number[]
}

const ask = async (caller: RawCaller): Promise<void> => {
  await caller.hears('session.created')
  caller.say({ type: 'response.create' })
}

const askedAndHeard = (type: string) => async (caller: RawCaller) => {
  await ask(caller)
  await caller.hears(type)
}

export const LEAVINGS: readonly Leaving[] = [
  {
    state: 'before upstream has greeted',
    greeting: [],
    until: async (_, { upstream }) => await eventually('a socket upstream', () => (upstream.openSockets > 0 ? true : undefined)),
    charges: [],
  },
  { state: 'before anything is asked', until: (caller) => caller.hears('session.created'), charges: [] },
  {
    state: 'inside a frame',
    until: async (caller) => {
      await caller.hears('session.created')
      caller.sayText(JSON.stringify({ type: 'response.create' }), 15)
    },
    charges: [],
  },
  {
    state: 'after it has asked',
    until: async (caller, { upstream }) => {
      upstream.heard.length = 0
      await ask(caller)
      await eventually('upstream to be asked', () => upstream.heard.at(0))
    },
    charges: [],
  },
  { state: 'before the first words', script: [CREATED], until: askedAndHeard('response.created'), charges: [] },
  // Eight characters are 3.04 tokens, rounded up, of eight units.
  { state: 'among the words', script: [CREATED, WORDS], until: askedAndHeard('response.output_text.delta'), charges: [4 * 8] },
  { state: 'after the end', script: [CREATED, WORDS, DONE], until: askedAndHeard('response.done'), charges: [100 * 2 + 10 * 8] },
]

/** A caller that goes in one state of its session; undefined when it paid what it owed. */
export const playLeaving = async (stand: RealtimeStand, leaving: Leaving, isReset: boolean): Promise<string | undefined> => {
  stand.upstream.greeting = leaving.greeting ?? GREETING
  stand.upstream.script = leaving.script ?? []
  const caller = stand.call()
  await leaving.until(caller, stand)
  caller.leave(isReset)
  const found = await readBill(stand)
  stand.upstream.greeting = GREETING
  return found.join() === leaving.charges.join() ? undefined : `${stand.name}: left ${leaving.state}: charged ${found.join()}`
}
