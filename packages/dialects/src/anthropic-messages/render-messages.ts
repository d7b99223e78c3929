import type { JsonObject } from '../json.ts'
import { neighboursByRole } from '../model/neighbours.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { argumentsObject, type Message } from '../openai-chat/read-messages.ts'
import type { InlineData, Part } from '../openai-chat/read-parts.ts'
import type { ToolNames } from '../openai-chat/tool-names.ts'
import { ownThoughts } from './thoughts.ts'
import type { WireBlock, WireMessage } from './wire.ts'

export interface ConversationOptions {
  readonly names: ToolNames
  /** Upstream fetches images by their web address itself. */
  readonly takesImageLinks: boolean
  readonly takesPrefill: boolean
  /** Earlier thoughts are sent back. */
  readonly keepsThoughts: boolean
}

/** Ids that came from another upstream may hold characters this wire refuses. */
const toolId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_') || 'tool'

/** Upstream reads PDF and plain text; these are the latter under names of their own. */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xml|(?:x-)?yaml|toml|javascript|x-ndjson|sql)$|application\/[\w.-]+\+(?:json|xml)$)/

const documentOf = (name: string, source: InlineData): WireBlock => {
  const isText = TEXT_TYPE.test(source.mimeType)
  return {
    type: 'document',
    title: name,
    source: isText
      ? { type: 'text', media_type: 'text/plain', data: Buffer.from(source.data, 'base64').toString() }
      : { type: 'base64', media_type: source.mimeType, data: source.data },
  }
}

const blockOf = (part: Exclude<Part, { kind: 'audio' }>, options: ConversationOptions): WireBlock => {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      if (part.source.kind === 'inline')
        return { type: 'image', source: { type: 'base64', media_type: part.source.mimeType, data: part.source.data } }
      if (!options.takesImageLinks) throw new UnsupportedInput(part.param, 'This model takes images only as data URLs')
      return { type: 'image', source: { type: 'url', url: part.source.url } }
    case 'file':
      return documentOf(part.name, part.source)
  }
}

const marked = ({ cacheControl }: { readonly cacheControl?: JsonObject }) => (cacheControl ? { cache_control: cacheControl } : {})

/** Empty text is refused on this wire. */
const blocksOf = (parts: readonly Part[], options: ConversationOptions): readonly WireBlock[] =>
  parts.flatMap((part) => {
    if (part.kind === 'audio') throw new UnsupportedInput(part.param, 'This model does not take audio')
    if (part.kind === 'text' && part.text.trim() === '') return []
    return [{ ...blockOf(part, options), ...marked(part) }]
  })

/** Parts of one text each, in their order and with their marks. */
const textBlocks = (parts: readonly Part[]): readonly WireBlock[] =>
  parts.flatMap((part) => {
    if (part.kind !== 'text') throw new UnsupportedInput(part.param, 'This model takes pictures and files in messages of the user only')
    return part.text.trim() === '' ? [] : [{ type: 'text' as const, text: part.text, ...marked(part) }]
  })

const assistantBlocks = (message: Message & { role: 'assistant' }, options: ConversationOptions): readonly (WireBlock | JsonObject)[] => [
  ...(options.keepsThoughts ? ownThoughts(message.sealedReasoning) : []),
  ...textBlocks(message.parts),
  ...message.toolCalls.map((call) => ({
    type: 'tool_use' as const,
    id: toolId(call.id),
    name: options.names.toWire(call.name),
    input: argumentsObject(call),
    ...marked(call),
  })),
]

const turnOf = (message: Message, options: ConversationOptions): WireMessage | undefined => {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', content: blocksOf(message.parts, options) }
    case 'assistant':
      return { role: 'assistant', content: assistantBlocks(message, options) }
    case 'tool':
      return {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: toolId(message.callId), content: blocksOf(message.parts, options), ...marked(message) },
        ],
      }
  }
}

/** All results of one turn stand in one message, before anything else in it. */
const resultsFirst = (content: WireMessage['content']): WireMessage['content'] => [
  ...content.filter((block) => block['type'] === 'tool_result'),
  ...content.filter((block) => block['type'] !== 'tool_result'),
]

const joined = (turns: readonly WireMessage[]): readonly WireMessage[] =>
  neighboursByRole(turns).map((run) => {
    const [{ role }] = run
    const content = run.flatMap((turn) => turn.content)
    return { role, content: role === 'user' ? resultsFirst(content) : content }
  })

const shortTurn = (text: string): WireMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** A last message of the assistant must not end in white space where it is allowed, and is answered by a short turn where it is not. */
const closed = (messages: readonly WireMessage[], options: ConversationOptions): readonly WireMessage[] => {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return messages
  if (!options.takesPrefill) return [...messages, shortTurn('Continue.')]
  const end = last.content.at(-1)
  if (end?.['type'] !== 'text') return messages
  const content = [...last.content.slice(0, -1), { ...end, text: String(end['text']).trimEnd() }]
  return [...messages.slice(0, -1), { ...last, content }]
}

/** The turns of a conversation: they alternate and begin with the user. */
export const renderTurns = (messages: readonly Message[], options: ConversationOptions): readonly WireMessage[] => {
  const turns = messages.flatMap((message) => turnOf(message, options) ?? [])
  const alternating = joined(turns.filter((turn) => turn.content.length > 0))
  const opened = alternating[0]?.role === 'user' ? alternating : [shortTurn('...'), ...alternating]
  return closed(opened, options)
}

/** System messages in their order, wherever they stood, part by part: what a mark covers must not grow. */
export const renderSystem = (messages: readonly Message[]): readonly WireBlock[] =>
  messages.flatMap((message) => (message.role === 'system' ? textBlocks(message.parts) : []))
