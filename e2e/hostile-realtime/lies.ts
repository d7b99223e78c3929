import { readBill, type RealtimeStand } from './stand.ts'
import type { Line } from './scripted-upstream.ts'

/** Dollars a million tokens: words 4 in and 16 out. A dollar is 500 000 units. */
const HONEST_UNITS = 100 * 2 + 10 * 8
/** Eight characters are 3.04 tokens, rounded up. */
const WORDS = 'A river.'
const WORDS_UNITS = 4 * 8
const USAGE = { input_tokens: 100, output_tokens: 10 }

const created = (id?: string) => ({ type: 'response.created', response: { id } })
const words = (id?: string, delta = WORDS) => ({ type: 'response.output_text.delta', response_id: id, delta })
const done = (id?: string, usage: unknown = USAGE, output: readonly object[] = []) => ({
  type: 'response.done',
  response: { id, output, usage },
})

const HONEST = [created('a'), words('a'), done('a')]

interface Lie {
  readonly name: string
  readonly script: readonly Line[]
  /** What the caller has heard when it leaves. */
  readonly until: string
  readonly times?: number
  readonly charges: readonly number[]
}

export const LIES: readonly Lie[] = [
  { name: 'no answer is announced', script: [words('a')], until: 'response.output_text.delta', charges: [WORDS_UNITS] },
  {
    name: 'no ids',
    script: [created(), words(), done(), created(), done()],
    until: 'response.done',
    times: 2,
    charges: [HONEST_UNITS, HONEST_UNITS],
  },
  { name: 'one id for all', script: [...HONEST, ...HONEST], until: 'response.done', times: 2, charges: [HONEST_UNITS, HONEST_UNITS] },
  { name: 'everything twice', script: HONEST.flatMap((line) => [line, line]), until: 'response.done', times: 2, charges: [HONEST_UNITS] },
  { name: 'an end without its id', script: [created('a'), words('a'), done()], until: 'response.done', charges: [HONEST_UNITS] },
  { name: 'words after the end', script: [...HONEST, words('a'), { type: 'marked' }], until: 'marked', charges: [HONEST_UNITS] },
  { name: 'no figures', script: [created('a'), words('a'), done('a', null)], until: 'response.done', charges: [WORDS_UNITS] },
  {
    name: 'half a report',
    script: [created('a'), words('a'), done('a', { input_tokens: 1 })],
    until: 'response.done',
    charges: [WORDS_UNITS],
  },
  {
    name: 'all in one piece, without figures',
    script: [created('a'), done('a', {}, [{ content: [{ text: WORDS }] }])],
    until: 'response.done',
    charges: [WORDS_UNITS],
  },
  {
    name: 'figures beyond everything',
    script: [created('a'), done('a', { input_tokens: 10, output_tokens: 1e18 })],
    until: 'response.done',
    // The 4096 tokens that the model may say, and 1024 of slack.
    charges: [10 * 2 + (4096 + 1024) * 8],
  },
  { name: 'a reset in an answer', script: [created('a'), words('a'), 'reset'], until: 'error', charges: [WORDS_UNITS] },
  {
    name: 'no JSON, and JSON of another kind',
    script: ['{', '[]', '7', 'null', '"x"', { type: 5 }, ...HONEST],
    until: 'response.done',
    charges: [HONEST_UNITS],
  },
  {
    name: 'answers without end',
    script: Array.from({ length: 101 }, (_, at) => created(`a${at}`)),
    until: 'error',
    charges: [],
  },
  {
    name: 'an error and then the answer',
    script: [{ type: 'error', error: { message: 'no' } }, ...HONEST],
    until: 'response.done',
    charges: [HONEST_UNITS],
  },
]

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join()

/** One session that an upstream lies in; undefined when it costs what it must. */
export const playLie = async (stand: RealtimeStand, { name, script, until, times, charges }: Lie): Promise<string | undefined> => {
  stand.upstream.script = script
  const caller = stand.call()
  await caller.hears('session.created')
  caller.say({ type: 'response.create' })
  await caller.hears(until, times)
  caller.leave(false)
  const found = await readBill(stand)
  return isSame(found, charges) ? undefined : `${stand.name}: ${name}: charged ${found.join()}, not ${charges.join()}`
}
