import { describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { arrayAt, countAt, objectAt, textAt } from '@weir/dialects/json'
import type { Provider } from '@weir/dialects/model/provider'
import { readFixtures, type Fixture } from './conformance/fixture.ts'
import { replyProblems, sharedReplyProblems, type Problems } from './conformance/reply-checks.ts'
import { scriptProblems, type SecretPlace } from './conformance/script-checks.ts'

/** What every provider must have shown. A provider that cannot says why. */
const REQUIRED = ['request', 'text', 'stream', 'tools', 'stream-tools', 'cut', 'bad-credential'] as const
type Required = (typeof REQUIRED)[number]

export interface ConformanceOptions {
  /** The provider's folder, `import.meta.dirname`; its `fixtures` are read. */
  readonly folder: string
  /** Also replay the recordings in OpenAI's folder. For every other provider that speaks its wire. */
  readonly isOpenaiWire?: boolean
  /** Also replay the recordings of models that are served on the Responses endpoint alone. */
  readonly answersOnResponses?: boolean
  readonly secretIn?: readonly SecretPlace[]
  /** What is not shown, or which shared recording is not replayed, and why. */
  readonly skip?: Readonly<Partial<Record<Required, string>> & Record<`openai/${string}`, string>>
}

const OPENAI_FIXTURES = join(import.meta.dirname, '../openai/fixtures')
export const RESPONSES_FIXTURES = join(import.meta.dirname, '../openai/responses-fixtures')

const problemsOf = (provider: Provider, fixture: Fixture, places: readonly SecretPlace[]): Problems =>
  fixture.kind === 'reply' ? replyProblems(provider, fixture) : scriptProblems(provider, fixture, places)

const hasTools = (fixture: Fixture): boolean =>
  fixture.kind === 'reply' && arrayAt(objectAt(fixture.expected, 'answer'), 'toolCalls').length > 0

const isAnswer = (fixture: Fixture, isStream: boolean): boolean =>
  fixture.kind === 'reply' && fixture.isStream === isStream && objectAt(fixture.expected, 'answer') !== undefined

const SHOWN_BY: Readonly<Record<Required, (fixture: Fixture) => boolean>> = {
  request: (fixture) => fixture.kind === 'request',
  text: (fixture) => isAnswer(fixture, false),
  stream: (fixture) => isAnswer(fixture, true),
  tools: (fixture) => isAnswer(fixture, false) && hasTools(fixture),
  'stream-tools': (fixture) => isAnswer(fixture, true) && hasTools(fixture),
  cut: (fixture) => fixture.kind === 'reply' && objectAt(fixture.expected, 'cut') !== undefined,
  'bad-credential': (fixture) => fixture.kind === 'reply' && textAt(fixture.expected, 'fault') === 'bad-credential',
}

const titleOf = (fixture: Fixture): string => {
  if (fixture.kind !== 'reply') return `${fixture.kind} ${fixture.name}`
  const fault = textAt(fixture.expected, 'fault')
  const status = countAt(fixture.expected, 'status') ?? 200
  return fault === undefined ? `reply ${fixture.name}` : `reply ${fixture.name}: ${status} is ${fault}`
}

/** Replays all recordings through a provider and holds it to what every provider promises. */
export const describeProvider = (provider: Provider, options: ConformanceOptions): void => {
  const skip: Readonly<Record<string, string | undefined>> = options.skip ?? {}
  const places = options.secretIn ?? ['header:authorization']
  const shared = options.isOpenaiWire === true ? readFixtures(OPENAI_FIXTURES).filter((fixture) => fixture.kind === 'reply') : []
  const replayed = shared.filter((fixture) => skip[`openai/${fixture.name}`] === undefined)
  const own = readFixtures(join(options.folder, 'fixtures'))
  const responses = options.answersOnResponses === true ? readFixtures(RESPONSES_FIXTURES) : []
  const all = [...own, ...replayed]

  describe(provider.id, () => {
    for (const fixture of own) it(titleOf(fixture), () => expect(problemsOf(provider, fixture, places)).toEqual([]))
    for (const fixture of replayed) it(`OpenAI's ${titleOf(fixture)}`, () => expect(sharedReplyProblems(provider, fixture)).toEqual([]))
    for (const fixture of responses) it(`a response's ${titleOf(fixture)}`, () => expect(problemsOf(provider, fixture, places)).toEqual([]))

    it('shows everything that is required of a provider, or says why not', () => {
      const missing = REQUIRED.filter((what) => !all.some(SHOWN_BY[what]) && skip[what] === undefined)
      expect(missing).toEqual([])
    })

    it('skips nothing without a reason, and nothing that is there', () => {
      const known = new Set<string>([
        ...REQUIRED.filter((what) => !all.some(SHOWN_BY[what])),
        ...shared.map((fixture) => `openai/${fixture.name}`),
      ])
      const idle = Object.entries(skip).filter(([what, reason]) => !known.has(what) || (reason ?? '').trim() === '')
      expect(idle).toEqual([])
    })
  })
}
