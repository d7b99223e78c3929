import { defaultModels } from '@weir/contract/catalog/default-models'
import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import type { Language } from '@weir/contract/errors'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from '@weir/providers/index'
import { outcomeOf } from './probe.ts'
import { SUBJECTS } from './probes.ts'
import { samples } from './samples.ts'
import { balanceUnits, columns, fieldsHead, head, titleIn, words, type Word } from './texts.ts'

const wireOf = ({ chat }: Provider): Word => {
  if (chat === undefined) return ''
  if (chat.wireFor !== undefined) return 'several'
  return chat.wire.kind === 'same' ? 'OpenAI' : 'own'
}

const wireCell = ({ chat, wires }: Provider, wire: WireId): Word => {
  if (wires?.[wire] !== undefined) return 'own'
  return chat === undefined ? '' : 'as chat'
}

const TARGET = { baseUrl: '', key: '', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

const toolsOf = ({ chat, channelType }: Provider): Word => {
  if (chat === undefined) return ''
  const model = defaultModels[channelType]?.[0] ?? 'model'
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
  const parsed = parseChatCall(JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }], tools }))
  if (!parsed.ok) throw new Error('the sample call is refused')
  return chat.dropped?.(parsed.call, TARGET).includes('tools') === true ? 'no' : 'yes'
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const rowOf = (type: ChannelType, language: Language): readonly string[] => {
  const provider = providers.get(type.id)
  if (provider === undefined) throw new Error(`no provider for channel type ${type.id}`)
  const abilities: readonly Word[] = [
    wireOf(provider),
    provider.chat === undefined ? 'no' : 'yes',
    wireCell(provider, 'responses'),
    wireCell(provider, 'messages'),
    wireCell(provider, 'gemini'),
    toolsOf(provider),
  ]
  return [
    String(type.id),
    type.name[language],
    ...abilities.map((word) => words[word][language]),
    Object.keys(provider.tasks ?? {}).join(language === 'zh' ? '、' : ', '),
    balanceUnits[type.balanceUnit][language],
    type.keyHint[language],
  ]
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |\n`).join('')

const outcomesTable = ({ title, probes }: (typeof SUBJECTS)[number], language: Language): string => {
  const rows = samples.map((sample) => [
    String(sample.type),
    sample.name[language],
    ...probes.map((probe) => words[outcomeOf(sample, probe)][language]),
  ])
  const titles = [...columns[language].slice(0, 2), ...probes.map((probe) => titleIn(language, probe.title))]
  return `\n### ${titleIn(language, title)}\n\n${table(titles, rows)}`
}

/** The whole page, from the registry. */
export const renderProvidersPage = (language: Language): string => {
  const types = channelTypes.map((type) => rowOf(type, language))
  const subjects = SUBJECTS.map((subject) => outcomesTable(subject, language))
  return `${head[language]}${table(columns[language], types)}${fieldsHead[language]}${subjects.join('')}`
}
