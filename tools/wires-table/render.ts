import type { CallerWire } from '@weir/dialects/model/caller-wire'
import type { JsonObject } from '@weir/dialects/json'
import { providers } from '@weir/providers'
import { callerWires } from '@weir/relay/caller-wires'
import { outcomeOf, type Outcome, type Pair, type Probe } from './probe.ts'
import { GEMINI, MESSAGES, RESPONSES } from './probes.ts'

interface Upstream {
  readonly name: string
  readonly type: number
  readonly model: string
  /** Calls of this wire pass as they are. */
  readonly own: CallerWire['id'] | 'chat'
  readonly key?: string
}

const UPSTREAMS: readonly Upstream[] = [
  { name: 'OpenAI’s chat', type: 50, model: 'gpt-5', own: 'chat' },
  { name: 'Anthropic', type: 14, model: 'claude-sonnet-4-5', own: 'messages' },
  { name: 'Gemini', type: 24, model: 'gemini-2.5-flash', own: 'gemini' },
]

/** Clouds that sell the models of others, or their own, each with a search or without. */
const CLOUDS: readonly Upstream[] = [
  { name: 'Gemini at Vertex AI', type: 42, model: 'gemini-2.5-flash', own: 'gemini' },
  { name: 'Claude at Vertex AI', type: 42, model: 'claude-sonnet-4-5', own: 'messages' },
  { name: 'Claude at Bedrock', type: 33, model: 'claude-sonnet-4-5', own: 'messages', key: 'AKIA|secret|us-east-1' },
  { name: 'Nova at Bedrock', type: 33, model: 'amazon.nova-lite-v1:0', own: 'chat', key: 'AKIA|secret|us-east-1' },
]

interface Caller {
  readonly title: string
  readonly wire: CallerWire
  readonly question: JsonObject
  readonly probes: readonly Probe[]
}

const CALLERS: readonly Caller[] = [
  {
    title: 'Calls of `/v1/responses`',
    wire: callerWires.responses,
    question: { input: [{ role: 'user', content: 'hello' }] },
    probes: RESPONSES,
  },
  {
    title: 'Calls of `/v1/messages`',
    wire: callerWires.messages,
    question: { max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] },
    probes: MESSAGES,
  },
  {
    title: 'Calls of Google’s `generateContent`',
    wire: callerWires.gemini,
    question: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
    probes: GEMINI,
  },
]

const HEAD = `# What is carried between wires

A call goes as it is to a channel whose upstream serves the caller's own wire. Everywhere else it is asked as a chat and said in upstream's words.
This page tells what becomes of each part then. Written by \`npm run docs:wires\`, which asks the product; a test compares the two, and another fails
when something is lost without a word. For calls of \`/v1/chat/completions\` see [providers](providers.md).

- translated: said in upstream's own words.
- refused: answered with 400 and the name of the field, unless another channel can do it.
- left out: not sent, and named in the log row and in the header \`x-weir-dropped\`.
- ignored: a hint to caches or the name of the user, for which upstream has no place. The answer is the same.

Asked are the models ${UPSTREAMS.map(({ model }) => `\`${model}\``).join(', ')}; others may differ. A search needs a fee, see [metering](metering.md);
\`previous_response_id\` and \`item_reference\` are carried where responses are [kept here](decisions/2026-11-16-stored-responses.md).
`

const pairOf = ({ wire, question }: Caller, { type, model, key }: Upstream): Pair => {
  const chat = providers.get(type)?.chat
  if (chat === undefined) throw new Error(`type ${type} has no chat`)
  return { wire, question, chat, model, ...(key !== undefined && { key }) }
}

const foreignOf = ({ wire }: Caller): readonly Upstream[] => UPSTREAMS.filter(({ own }) => own !== wire.id)

interface Row {
  readonly title: string
  readonly outcomes: readonly Outcome[]
}

const rowsOf = (caller: Caller): readonly Row[] =>
  caller.probes.map((probe) => ({
    title: probe.title,
    outcomes: foreignOf(caller).map((upstream) => outcomeOf(pairOf(caller, upstream), probe)),
  }))

/** What would be lost without a word, as `wire: part`. */
export const silentLosses = (): readonly string[] =>
  CALLERS.flatMap((caller) =>
    rowsOf(caller)
      .filter(({ outcomes }) => outcomes.includes('ignored'))
      .map(({ title }) => `${caller.wire.id}: ${title}`),
  )

const tableOf = (caller: Caller): string => {
  const columns = ['Part', ...foreignOf(caller).map(({ name }) => `to ${name}`)]
  const rows = [columns, columns.map(() => '---'), ...rowsOf(caller).map(({ title, outcomes }) => [title, ...outcomes])]
  return `\n## ${caller.title}\n\n${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}

const SEARCHES: ReadonlySet<string> = new Set(['`web_search`', '`web_search_…`', '`googleSearch`'])

/** Whether each cloud searches where the call is translated for it. */
const searchTable = (): string => {
  const columns = ['Part', ...CLOUDS.map(({ name }) => `to ${name}`)]
  const rows = CALLERS.flatMap((caller) =>
    caller.probes
      .filter(({ title }) => SEARCHES.has(title))
      .map((probe) => [
        probe.title,
        ...CLOUDS.map((cloud) => (cloud.own === caller.wire.id ? 'own wire' : outcomeOf(pairOf(caller, cloud), probe))),
      ]),
  )
  return `
## Searches of the web at the clouds

On its own wire a search passes as it is, but for Claude at Bedrock: AWS runs no tools of Anthropic's, and it is refused by its place.

${[columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}

/** The whole page, from the wires themselves. */
export const renderWiresPage = (): string => `${HEAD}${CALLERS.map(tableOf).join('')}${searchTable()}`
