import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { THOUGHT_BLOCK } from '../parse-reply.ts'
import { chatPartOf, contentOf } from './parts.ts'
import { unseal, type Seal } from './seals.ts'

/** What Google's own tools did and found: it stands in the words that follow. */
const RUN_BY_UPSTREAM = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const

export const isRunByUpstream = (part: unknown): boolean => RUN_BY_UPSTREAM.some((name) => objectAt(part, name) !== undefined)

/** Names under which clients wrap what is no object by itself. */
const WRAPPERS = ['output', 'result', 'content'] as const

/** The words of a result. One that is wrapped, with or without the name of its function, is told without its wrapping. */
const wordsOf = (response: JsonObject, called: string): string => {
  const names = Object.keys(response).filter((name) => name !== 'name' || response[name] !== called)
  const wrapped = names.length === 1 ? WRAPPERS.find((wrapper) => wrapper === names[0]) : undefined
  const value = wrapped === undefined ? response : response[wrapped]
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface PendingCall {
  readonly id: string
  readonly wireId: string | undefined
  readonly name: string
}

/** Ids are optional on this wire. Where they are missing, a result belongs to the first call of its name that has none yet. */
class PendingCalls {
  #calls: readonly PendingCall[] = []

  add(call: PendingCall): void {
    this.#calls = [...this.#calls, call]
  }

  answer(name: string, wireId: string | undefined): string {
    const found =
      (wireId === undefined ? undefined : this.#calls.find((call) => call.wireId === wireId)) ??
      this.#calls.find((call) => call.name === name && (wireId === undefined || call.wireId === undefined))
    if (found === undefined) return wireId ?? name
    this.#calls = this.#calls.filter((call) => call !== found)
    return found.id
  }
}

const partsOf = (content: JsonObject, param: string): readonly { readonly part: JsonObject; readonly param: string }[] =>
  arrayAt(content, 'parts').map((part, at) => {
    const place = `${param}.parts[${at}]`
    if (!isObject(part)) throw new UnsupportedInput(place, 'A part must be an object')
    return { part, param: place }
  })

type Placed = ReturnType<typeof partsOf>[number]

const resultOf = ({ part, param }: Placed, calls: PendingCalls): JsonObject => {
  const result = objectAt(part, 'functionResponse') ?? {}
  const name = textAt(result, 'name') ?? ''
  const words = wordsOf(objectAt(result, 'response') ?? {}, name)
  const media = partsOf(result, `${param}.functionResponse`).map((placed) => chatPartOf(placed.part, placed.param))
  return {
    role: 'tool',
    tool_call_id: calls.answer(name, textAt(result, 'id')),
    content: media.length === 0 ? words : [{ type: 'text', text: words }, ...media],
  }
}

/** Results answer the calls before them and so come first. */
const userMessages = (placed: readonly Placed[], calls: PendingCalls): readonly JsonObject[] => {
  const isResult = ({ part }: Placed): boolean => objectAt(part, 'functionResponse') !== undefined
  const results = placed.filter(isResult).map((entry) => resultOf(entry, calls))
  const parts = placed.filter((entry) => !isResult(entry) && !isRunByUpstream(entry.part)).map(({ part, param }) => chatPartOf(part, param))
  return parts.length === 0 ? results : [...results, { role: 'user', content: contentOf(parts) }]
}

/** Google's signature, where chats carry it. */
const signedBy = (signature: string | undefined): JsonObject =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }

const lastSignature = (placed: readonly Placed[]): string | undefined =>
  placed.flatMap(({ part }) => unseal(textAt(part, 'thoughtSignature')).signature ?? []).at(-1)

const callOf = ({ part, param }: Placed, calls: PendingCalls): JsonObject => {
  const call = objectAt(part, 'functionCall') ?? {}
  const [name, wireId] = [textAt(call, 'name') ?? '', textAt(call, 'id')]
  const id = wireId ?? `call_${param.replaceAll(/\D+/g, '_').replaceAll(/^_|_$/g, '')}`
  calls.add({ id, wireId, name })
  const { signature } = unseal(textAt(part, 'thoughtSignature'))
  return {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(objectAt(call, 'args') ?? {}) },
    ...signedBy(signature),
  }
}

const UNREADABLE = 'This model cannot read a file in an answer of its own; send it in a turn of the user'

const wordsOfAnswer = ({ part, param }: Placed): string => {
  const media = ['inlineData', 'fileData'].find((name) => objectAt(part, name) !== undefined)
  if (media !== undefined) throw new UnsupportedInput(`${param}.${media}`, UNREADABLE)
  return textAt(part, 'text') ?? ''
}

const isThought = ({ part }: Placed): boolean => part['thought'] === true
const isCall = ({ part }: Placed): boolean => objectAt(part, 'functionCall') !== undefined

/** A thought that Google has signed, as its own side of this wire knows it. */
const sealOfPart = (placed: Placed): Seal => {
  const seal = unseal(textAt(placed.part, 'thoughtSignature'))
  if (!isThought(placed) || seal.signature === undefined) return seal
  return { ...seal, sealed: [{ type: THOUGHT_BLOCK, text: textAt(placed.part, 'text') ?? '', signature: seal.signature }] }
}

const thoughtFields = (placed: readonly Placed[]): JsonObject => {
  const seals = placed.map(sealOfPart)
  const told = placed.filter(isThought).map(wordsOfAnswer).join('')
  const reasoning = told === '' ? seals.map((seal) => seal.reasoning ?? '').join('') : told
  const sealed = seals.flatMap((seal) => seal.sealed ?? [])
  return { ...(reasoning !== '' && { reasoning_content: reasoning }), ...(sealed.length > 0 && { thinking_blocks: sealed }) }
}

const answerMessage = (placed: readonly Placed[], calls: PendingCalls): readonly JsonObject[] => {
  const spoken = placed.filter((entry) => !isThought(entry) && !isCall(entry) && !isRunByUpstream(entry.part))
  const text = spoken.map(wordsOfAnswer).join('')
  const made = placed.filter(isCall).map((entry) => callOf(entry, calls))
  const extras = { ...thoughtFields(placed), ...signedBy(lastSignature(spoken)) }
  if (text === '' && made.length === 0 && Object.keys(extras).length === 0) return []
  return [
    { role: 'assistant', content: text === '' && made.length > 0 ? null : text, ...extras, ...(made.length > 0 && { tool_calls: made }) },
  ]
}

const messagesOf = (content: unknown, param: string, calls: PendingCalls): readonly JsonObject[] => {
  if (!isObject(content)) throw new UnsupportedInput(param, 'A turn must be an object')
  const placed = partsOf(content, param)
  switch (content['role']) {
    case 'model':
      return answerMessage(placed, calls)
    case undefined:
    case '':
    case 'user':
    case 'function':
      return userMessages(placed, calls)
    default:
      throw new UnsupportedInput(`${param}.role`, 'The role must be user or model')
  }
}

const instructionOf = (part: unknown, param: string): string => {
  const text = textAt(part, 'text')
  if (text === undefined) throw new UnsupportedInput(param, 'Instructions must be text')
  return text
}

const systemMessages = (instruction: unknown): readonly JsonObject[] => {
  const text = arrayAt(instruction, 'parts')
    .map((part, at) => instructionOf(part, `systemInstruction.parts[${at}]`))
    .join('\n\n')
  return text === '' ? [] : [{ role: 'system', content: text }]
}

/** The conversation as the messages of a chat. */
export const chatMessagesOf = (body: JsonObject): readonly JsonObject[] => {
  const calls = new PendingCalls()
  return [
    ...systemMessages(body['systemInstruction']),
    ...arrayAt(body, 'contents').flatMap((content, at) => messagesOf(content, `contents[${at}]`, calls)),
  ]
}
