import { defaultModels } from '@weir/contract/catalog/default-models'
import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from '@weir/providers/index'
import { outcomeOf } from './probe.ts'
import { SUBJECTS } from './probes.ts'
import { samples, type Sample } from './samples.ts'

const HEAD = `# Providers

Every channel type, as the registry of the providers and the table of channel types have it.
Written by \`npm run docs:providers\`; a test compares the two.

- Wire: \`OpenAI\` passes replies on as they come; \`own\` is translated both ways; with \`several\` the key, the model or the channel's settings decide.
- Tools: whether a call with tools reaches the type's first default model with them. Where the answer is no, the log row names \`tools\` as dropped.
- Responses: every type with chat answers \`/v1/responses\`, too. \`own\` is upstream's endpoint, with what it remembers, on the channels that have it;
  elsewhere the call goes out as a chat, and one with a tool that only OpenAI runs, a search apart, is refused by its name.
- Pictures and speech of Gemini (types 24 and 42) come as \`message.images\` and \`message.audio\` and may be sent back so. Sources come as
  \`annotations\`, probabilities as \`logprobs\`, seals on thoughts as \`extra_content.google.thought_signature\`. Tools that are not
  functions are refused by name in a chat, here and on type 51; \`web_search_options\` become the search of types 14, 24 and 42 where it has a fee. On
  Google's own wire its tools are offered where they have a fee.
- Sources of Mistral (type 28) without an address come as \`document_annotations\` in a chat, and as files, search results or retrieved
  context on the other wires.
- Messages: the same for Anthropic's \`/v1/messages\`. Where upstream serves it for some models only, the others go out as a chat.
- Gemini: the same for Google's \`generateContent\` and its stream.
- Realtime: types 1, 3, 8 and 50 open [realtime sessions](realtime.md); all others are passed over.
- Tasks: the endpoints under \`/v1/\` beside chat.
- Balance: the unit in which the balance is shown; empty where none is shown.

`

const COLUMNS = ['Type', 'Name', 'Wire', 'Chat and stream', 'Responses', 'Messages', 'Gemini', 'Tools', 'Tasks', 'Balance', 'Key']

const wireOf = ({ chat }: Provider): string => {
  if (chat === undefined) return ''
  if (chat.wireFor !== undefined) return 'several'
  return chat.wire.kind === 'same' ? 'OpenAI' : 'own'
}

const wireCell = ({ chat, wires }: Provider, wire: WireId): string => {
  if (wires?.[wire] !== undefined) return 'own'
  return chat === undefined ? '' : 'as chat'
}

const TARGET = { baseUrl: '', key: '', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

const toolsOf = ({ chat, channelType }: Provider): string => {
  if (chat === undefined) return ''
  const model = defaultModels[channelType]?.[0] ?? 'model'
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
  const parsed = parseChatCall(JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }], tools }))
  if (!parsed.ok) throw new Error('the sample call is refused')
  return chat.dropped?.(parsed.call, TARGET).includes('tools') === true ? 'no' : 'yes'
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const rowOf = (type: ChannelType): readonly string[] => {
  const provider = providers.get(type.id)
  if (provider === undefined) throw new Error(`no provider for channel type ${type.id}`)
  return [
    String(type.id),
    type.name.en,
    wireOf(provider),
    provider.chat === undefined ? 'no' : 'yes',
    wireCell(provider, 'responses'),
    wireCell(provider, 'messages'),
    wireCell(provider, 'gemini'),
    toolsOf(provider),
    Object.keys(provider.tasks ?? {}).join(', '),
    type.balanceUnit === 'unsupported' ? '' : type.balanceUnit,
    type.keyHint.en,
  ]
}

const FIELDS_HEAD = `
## What becomes of each part of a chat call

Found out by asking each provider with its first default model; other models of the same type may differ.

- passed: sent on as it is. The upstream may still refuse it.
- translated: said in the upstream's own words.
- refused: answered with 400 and the name of the field, unless another channel can do it.
- dropped: left out, and named in the log row.
- ignored: left out, and named nowhere.

\`stream_options\` is met everywhere: usage is counted here where the upstream tells none. A tier of service that has a price of its own is
taken out of every call.
`

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |\n`).join('')

const outcomesTable = ({ title, probes }: (typeof SUBJECTS)[number]): string => {
  const outcomes = (sample: Sample): readonly string[] => probes.map((probe) => outcomeOf(sample, probe))
  const rows = samples.map((sample) => [String(sample.type), sample.name, ...outcomes(sample)])
  return `\n### ${title}\n\n${table(['Type', 'Name', ...probes.map((probe) => probe.title)], rows)}`
}

/** The whole page, from the registry. */
export const renderProvidersPage = (): string =>
  `${HEAD}${table(COLUMNS, channelTypes.map(rowOf))}${FIELDS_HEAD}${SUBJECTS.map(outcomesTable).join('')}`
