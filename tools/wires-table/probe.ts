import { isDeepStrictEqual } from 'node:util'
import { plainChatOf } from '@weir/dialects/chat-extensions/plain-chat'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import type { CallerWire } from '@weir/dialects/model/caller-wire'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'

/** What becomes of something that a caller asks for on one wire and an upstream is asked for on another. */
export type Outcome = 'translated' | 'refused' | 'left out' | 'ignored'

export interface Probe {
  readonly title: string
  readonly asked: JsonObject
  /** What must be there for it to be asked; compared with. */
  readonly beside?: JsonObject
}

export interface Pair {
  readonly wire: CallerWire
  /** The least that can be asked on the wire. */
  readonly question: JsonObject
  readonly chat: ChatCapability
  readonly model: string
  /** In the form that the upstream's keys have. */
  readonly key?: string
}

const TARGET = { baseUrl: 'https://upstream.example', key: 'sk-key', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const CONTEXT = { now: 1_767_225_600_000, nonce: () => '0123456789abcdef0123456789abcdef', accessToken: 'token' }

interface Sent {
  readonly body: unknown
  readonly leftOut: readonly string[]
}

/** Undefined when it is refused. */
const send = ({ wire, question, chat, model, key = TARGET.key }: Pair, asked: JsonObject): Sent | undefined => {
  const isNamedInPath = wire.id === 'gemini'
  const rawBody = JSON.stringify({ ...(!isNamedInPath && { model }), ...question, ...asked })
  const parsed = wire.parseCall({ rawBody, headers: {}, ...(isNamedInPath && { address: { model, isStream: false, query: '' } }) })
  if (!parsed.ok || parsed.call.chat instanceof UnsupportedInput) return undefined
  const { call } = parsed
  const plain = chat.wire.kind === 'same' ? plainChatOf(parsed.call.chat, chat.extensions ?? []) : { call: parsed.call.chat, dropped: [] }
  const target = { ...TARGET, key }
  try {
    const { body } = chat.encode(plain.call, target, CONTEXT)
    const leftOut = [...call.dropped, ...wire.droppedFromChat(call.body), ...plain.dropped, ...(chat.dropped?.(plain.call, target) ?? [])]
    return { body: parseJson(String(body)), leftOut }
  } catch (error) {
    if (error instanceof UnsupportedInput) return undefined
    throw error
  }
}

/** Found out by asking with it and without. */
export const outcomeOf = (pair: Pair, { asked, beside = {} }: Probe): Outcome => {
  const [withIt, without] = [send(pair, { ...beside, ...asked }), send(pair, beside)]
  if (without === undefined) throw new Error('what the probe stands beside is refused by itself')
  if (withIt === undefined) return 'refused'
  if (withIt.leftOut.length > without.leftOut.length) return 'left out'
  return isDeepStrictEqual(withIt.body, without.body) ? 'ignored' : 'translated'
}
