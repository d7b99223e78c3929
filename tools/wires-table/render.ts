import type { Language } from '@weir/contract/errors'
import type { CallerWire } from '@weir/dialects/model/caller-wire'
import type { JsonObject } from '@weir/dialects/json'
import { providers } from '@weir/providers'
import { callerWires } from '@weir/relay/caller-wires'
import { outcomeOf, type Outcome, type Pair, type Probe } from './probe.ts'
import { GEMINI, MESSAGES, RESPONSES } from './probes.ts'
import { head, searchHead, titleIn, toUpstream, words, type Said } from './texts.ts'

interface Upstream {
  readonly name: Said
  readonly type: number
  readonly model: string
  /** Calls of this wire pass as they are. */
  readonly own: CallerWire['id'] | 'chat'
  readonly key?: string
}

const UPSTREAMS: readonly Upstream[] = [
  { name: { en: 'OpenAI’s chat', zh: 'OpenAI chat' }, type: 50, model: 'gpt-5', own: 'chat' },
  { name: { en: 'Anthropic', zh: 'Anthropic' }, type: 14, model: 'claude-sonnet-4-5', own: 'messages' },
  { name: { en: 'Gemini', zh: 'Gemini' }, type: 24, model: 'gemini-2.5-flash', own: 'gemini' },
]

/** Clouds that sell the models of others, or their own, each with a search or without. */
const CLOUDS: readonly Upstream[] = [
  { name: { en: 'Gemini at Vertex AI', zh: 'Vertex AI 上的 Gemini' }, type: 42, model: 'gemini-2.5-flash', own: 'gemini' },
  { name: { en: 'Claude at Vertex AI', zh: 'Vertex AI 上的 Claude' }, type: 42, model: 'claude-sonnet-4-5', own: 'messages' },
  {
    name: { en: 'Claude at Bedrock', zh: 'Bedrock 上的 Claude' },
    type: 33,
    model: 'claude-sonnet-4-5',
    own: 'messages',
    key: 'AKIA|secret|us-east-1',
  },
  {
    name: { en: 'Nova at Bedrock', zh: 'Bedrock 上的 Nova' },
    type: 33,
    model: 'amazon.nova-lite-v1:0',
    own: 'chat',
    key: 'AKIA|secret|us-east-1',
  },
]

interface Caller {
  readonly title: Said
  readonly wire: CallerWire
  readonly question: JsonObject
  readonly probes: readonly Probe[]
}

const CALLERS: readonly Caller[] = [
  {
    title: { en: 'Calls of `/v1/responses`', zh: '`/v1/responses` 的请求' },
    wire: callerWires.responses,
    question: { input: [{ role: 'user', content: 'hello' }] },
    probes: RESPONSES,
  },
  {
    title: { en: 'Calls of `/v1/messages`', zh: '`/v1/messages` 的请求' },
    wire: callerWires.messages,
    question: { max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] },
    probes: MESSAGES,
  },
  {
    title: { en: 'Calls of Google’s `generateContent`', zh: 'Google `generateContent` 的请求' },
    wire: callerWires.gemini,
    question: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
    probes: GEMINI,
  },
]

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

const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

const columnsIn = (language: Language, upstreams: readonly Upstream[]): readonly string[] => [
  words.Part[language],
  ...upstreams.map(({ name }) => toUpstream(language, name)),
]

const callerTable = (caller: Caller, language: Language): string => {
  const rows = rowsOf(caller).map(({ title, outcomes }) => [
    titleIn(language, title),
    ...outcomes.map((outcome) => words[outcome][language]),
  ])
  return `\n## ${caller.title[language]}\n\n${tableOf(columnsIn(language, foreignOf(caller)), rows)}`
}

const SEARCHES: ReadonlySet<string> = new Set(['`web_search`', '`web_search_…`', '`googleSearch`'])

/** Whether each cloud searches where the call is translated for it. */
const searchTable = (language: Language): string => {
  const rows = CALLERS.flatMap((caller) =>
    caller.probes
      .filter(({ title }) => SEARCHES.has(title))
      .map((probe) => [
        titleIn(language, probe.title),
        ...CLOUDS.map((cloud) => words[cloud.own === caller.wire.id ? 'own wire' : outcomeOf(pairOf(caller, cloud), probe)][language]),
      ]),
  )
  return `${searchHead[language]}${tableOf(columnsIn(language, CLOUDS), rows)}`
}

/** The whole page, from the wires themselves. */
export const renderWiresPage = (language: Language): string => {
  const models = UPSTREAMS.map(({ model }) => `\`${model}\``).join(language === 'zh' ? '、' : ', ')
  const tables = CALLERS.map((caller) => callerTable(caller, language))
  return `${head(models)[language]}${tables.join('')}${searchTable(language)}`
}
