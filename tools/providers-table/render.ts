import { defaultModels } from '@weir/contract/catalog/default-models'
import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from '@weir/providers/index'

const HEAD = `# Providers

Every channel type, as the registry of the providers and the table of channel types have it.
Written by \`npm run docs:providers\`; a test compares the two.

- Wire: \`OpenAI\` passes replies on as they come; \`own\` is translated both ways; with \`several\` the key, the model or the channel's settings decide.
- Tools: whether a call with tools reaches the type's first default model with them. Where the answer is no, the log row names \`tools\` as dropped.
- Responses: every type with chat answers \`/v1/responses\`, too. \`own\` is upstream's endpoint, with what it remembers, on the channels that have it;
  elsewhere the call goes out as a chat.
- Messages: the same for Anthropic's \`/v1/messages\`. Where upstream serves it for some models only, the others go out as a chat.
- Tasks: the endpoints under \`/v1/\` beside chat.
- Balance: the unit in which the balance is shown; empty where none is shown.

`

const COLUMNS = ['Type', 'Name', 'Wire', 'Chat and stream', 'Responses', 'Messages', 'Tools', 'Tasks', 'Balance', 'Key']

const wireOf = ({ chat }: Provider): string => {
  if (chat === undefined) return ''
  if (chat.wireFor !== undefined) return 'several'
  return chat.wire.kind === 'same' ? 'OpenAI' : 'own'
}

const wireCell = ({ chat, wires }: Provider, wire: 'responses' | 'messages'): string => {
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

const rowOf = (type: ChannelType): string => {
  const provider = providers.get(type.id)
  if (provider === undefined) throw new Error(`no provider for channel type ${type.id}`)
  const cells = [
    String(type.id),
    type.name.en,
    wireOf(provider),
    provider.chat === undefined ? 'no' : 'yes',
    wireCell(provider, 'responses'),
    wireCell(provider, 'messages'),
    toolsOf(provider),
    Object.keys(provider.tasks ?? {}).join(', '),
    type.balanceUnit === 'unsupported' ? '' : type.balanceUnit,
    type.keyHint.en,
  ]
  return `| ${cells.map(cell).join(' | ')} |\n`
}

/** The whole page, from the registry. */
export const renderProvidersPage = (): string =>
  `${HEAD}| ${COLUMNS.join(' | ')} |\n|${' --- |'.repeat(COLUMNS.length)}\n${channelTypes.map(rowOf).join('')}`
