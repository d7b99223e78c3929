import { defaultModels } from '@weir/contract/catalog/default-models'
import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import type { Language } from '@weir/contract/errors'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from '@weir/providers/index'
import { drawingTypes, PICTURE_FIELDS, pictureOutcome } from './picture-fields.ts'
import { outcomeOf } from './probe.ts'
import { SUBJECTS } from './probes.ts'
import { samples } from './samples.ts'
import {
  balanceUnits,
  fieldsHead,
  head,
  picturesHead,
  taskColumns,
  tasksHead,
  titleIn,
  typeColumns,
  wireColumns,
  words,
  type Word,
} from './texts.ts'

/** Their replies are all OpenAI's; only the figures of some stand elsewhere. */
const READ_IN_TWO_WAYS: ReadonlySet<number> = new Set([40])

const wireOf = ({ channelType, chat }: Provider): Word => {
  if (chat === undefined) return ''
  if (chat.wireFor !== undefined && !READ_IN_TWO_WAYS.has(channelType)) return 'several'
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

const providerOf = ({ id }: ChannelType): Provider => {
  const provider = providers.get(id)
  if (provider === undefined) throw new Error(`no provider for channel type ${id}`)
  return provider
}

const wireCells = (type: ChannelType, language: Language): readonly string[] => {
  const provider = providerOf(type)
  const abilities: readonly Word[] = [
    wireOf(provider),
    provider.chat === undefined ? 'no' : 'yes',
    wireCell(provider, 'responses'),
    wireCell(provider, 'messages'),
    wireCell(provider, 'gemini'),
    toolsOf(provider),
  ]
  return abilities.map((word) => words[word][language])
}

const taskCells = (type: ChannelType, language: Language): readonly string[] => [
  Object.keys(providerOf(type).tasks ?? {}).join(language === 'zh' ? '、' : ', '),
  balanceUnits[type.balanceUnit][language],
  type.keyHint[language],
]

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |\n`).join('')

const typesTable = (language: Language, titles: readonly string[], cellsOf: typeof wireCells): string => {
  const rows = channelTypes.map((type) => [type.name[language], String(type.id), ...cellsOf(type, language)])
  return table([...typeColumns[language], ...titles], rows)
}

const outcomesTable = ({ title, probes }: (typeof SUBJECTS)[number], language: Language): string => {
  const rows = samples.map((sample) => [
    sample.name[language],
    String(sample.type),
    ...probes.map((probe) => words[outcomeOf(sample, probe)][language]),
  ])
  const titles = [...typeColumns[language], ...probes.map((probe) => titleIn(language, probe.title))]
  return `\n### ${titleIn(language, title)}\n\n${table(titles, rows)}`
}

const picturesTable = (language: Language): string => {
  const fields = Object.keys(PICTURE_FIELDS)
  const rows = drawingTypes
    .map((drawing) => ({ ...drawing, outcomes: fields.map((field) => pictureOutcome(drawing, field)) }))
    .filter(({ outcomes }) => outcomes.some((outcome) => outcome !== 'passed'))
    .map(({ name, type, outcomes }) => [name[language], String(type), ...outcomes.map((outcome) => words[outcome][language])])
  return table([...typeColumns[language], ...fields.map((field) => `\`${field}\``)], rows)
}

/** The whole page, from the registry. */
export const renderProvidersPage = (language: Language): string =>
  [
    head[language],
    typesTable(language, wireColumns[language], wireCells),
    tasksHead[language],
    typesTable(language, taskColumns[language], taskCells),
    fieldsHead[language],
    ...SUBJECTS.map((subject) => outcomesTable(subject, language)),
    picturesHead[language],
    picturesTable(language),
  ].join('')
