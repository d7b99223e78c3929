import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { argumentsOfInput } from './custom-tools.ts'
import { renderSignature } from '../openai-chat/render-reply.ts'
import { signatureOf } from '../openai-chat/answer/read-assistant-media.ts'
import { REFERENCE, isReference } from './item-references.ts'
import type { CalledNames } from './offered-tools.ts'
import { signatureKindOf, unsealReasoning } from './sealed-reasoning.ts'
import { wordTable } from '../word-table.ts'

/** No more of a type is told back. */
const MAX_TYPE_CHARACTERS = 64

const imagePart = (part: JsonObject, param: string): JsonObject => {
  const url = textAt(part, 'image_url')
  if (url === undefined) throw new UnsupportedInput(param, 'An image must be sent as image_url; stored files are not available')
  const detail = textAt(part, 'detail')
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
}

const filePart = (part: JsonObject, param: string): JsonObject => {
  const data = textAt(part, 'file_data')
  if (data === undefined) throw new UnsupportedInput(param, 'A file must be sent as file_data; stored and linked files are not available')
  return { type: 'file', file: { filename: textAt(part, 'filename') ?? 'file', file_data: data } }
}

/** Words of a wrong type would otherwise be left out without a trace. */
const wordsAt = (part: JsonObject, name: string, param: string): JsonObject => {
  const text = textAt(part, name)
  if (text === undefined) throw new UnsupportedInput(`${param}.${name}`, 'The words of a part must be a text')
  return { type: 'text', text }
}

const partOf = (part: unknown, param: string): JsonObject => {
  if (!isObject(part)) throw new UnsupportedInput(param, 'A part of a message must be an object')
  switch (textAt(part, 'type')) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return wordsAt(part, 'text', param)
    case 'refusal':
      return wordsAt(part, 'refusal', param)
    case 'input_image':
      return imagePart(part, param)
    case 'input_file':
      return filePart(part, param)
    case 'input_audio':
      return { type: 'input_audio', input_audio: part['input_audio'] }
    default:
      throw new UnsupportedInput(param, 'A part of a message has a type that is not supported')
  }
}

/** Parts, or plain text where there is nothing else: not every upstream takes a list. */
const contentOf = (content: unknown, param: string): unknown => {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) throw new UnsupportedInput(param, 'Content must be a text or an array of parts')
  const parts = content.map((part: unknown, at) => partOf(part, `${param}[${at}]`))
  return parts.every((part) => part['type'] === 'text') ? parts.map((part) => textAt(part, 'text') ?? '').join('') : parts
}

const thoughtOf = (item: JsonObject, blocks: readonly JsonObject[]): JsonObject => {
  const text = [...arrayAt(item, 'summary'), ...arrayAt(item, 'content')].map((part) => textAt(part, 'text') ?? '').join('\n')
  return { ...(text !== '' && { reasoning_content: text }), ...(blocks.length > 0 && { thinking_blocks: blocks }) }
}

/** The format that the item names may be missing; readers look at the picture itself. */
const pictureOf = (result: string): JsonObject => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${result}` } })

const withSignedLast = (images: readonly unknown[], signature: string | undefined): readonly unknown[] =>
  images.map((image, at) => (at === images.length - 1 && isObject(image) ? { ...image, ...renderSignature(signature) } : image))

/** What comes between the words of a turn and its calls, and so does not part them. */
const WITHIN_A_TURN: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'image_generation_call', 'reasoning', REFERENCE])

const unknownReference = (param: string): UnsupportedInput =>
  new UnsupportedInput(
    param,
    'This model keeps nothing between calls: set store to false, so that items are sent and not referred to, or have the operator set the option ResponseStoreHours',
  )

/** Tools that callers run and that OpenAI's models alone are offered; and the field that says what is to be done. */
const RUN_BY_CALLER = wordTable<readonly [name: string, field: string]>({
  local_shell_call: ['local_shell', 'action'],
  shell_call: ['shell', 'action'],
  apply_patch_call: ['apply_patch', 'operation'],
})

const OUTPUT = '_output'

const outputOf = (item: JsonObject): string => {
  const told = item['output'] ?? item['status'] ?? ''
  return typeof told === 'string' ? told : JSON.stringify(told)
}

/** A conversation that began with OpenAI's models goes on with others: calls of those tools are told as calls of functions. */
const asFunction = (item: JsonObject): JsonObject => {
  const type = textAt(item, 'type') ?? ''
  const call = type.endsWith(OUTPUT) ? type.slice(0, -OUTPUT.length) : type
  const [name, field] = (Object.hasOwn(RUN_BY_CALLER, call) ? RUN_BY_CALLER[call] : undefined) ?? []
  if (name === undefined || field === undefined) return item
  const id = item['call_id'] ?? item['id']
  return call === type
    ? { type: 'function_call', call_id: id, name, arguments: JSON.stringify(objectAt(item, field) ?? {}) }
    : { type: 'function_call_output', call_id: id, output: outputOf(item) }
}

/** Items stand one by one on this wire; in a chat, a turn's thoughts, words and calls are one message. */
class Conversation {
  readonly messages: JsonObject[] = []
  #thought: JsonObject = {}
  readonly #callSignatures = new Map<string, string>()
  readonly #names: CalledNames
  #reference: string | undefined

  constructor(names: CalledNames) {
    this.#names = names
  }

  take(item: JsonObject, param: string): void {
    const type = isReference(item) ? REFERENCE : (textAt(item, 'type') ?? 'message')
    if (!WITHIN_A_TURN.has(type)) this.checkReference()
    switch (type) {
      case 'message':
        return this.#say(item, param)
      case 'function_call':
        return this.#call(this.#toolCallOf(item, textAt(item, 'arguments') ?? '{}'))
      case 'custom_tool_call':
        return this.#call(this.#toolCallOf(item, argumentsOfInput(textAt(item, 'input') ?? '')))
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#push({
          role: 'tool',
          tool_call_id: textAt(item, 'call_id') ?? '',
          content: contentOf(item['output'], `${param}.output`),
        })
      case 'reasoning':
        return this.#think(item)
      case 'image_generation_call':
        return this.#draw(item)
      case 'web_search_call':
      case 'file_search_call':
      case 'code_interpreter_call':
      case 'mcp_list_tools':
      case 'mcp_call':
        // What OpenAI's own tools found stands in the words that follow.
        return undefined
      case 'additional_tools':
      case 'tool_search_call':
      case 'tool_search_output':
        // The tools themselves are offered beside the messages.
        return undefined
      case REFERENCE:
        return this.#refer(textAt(item, 'id') ?? '', param)
      default:
        throw new UnsupportedInput(param, `This model cannot read an item of the type ${type.slice(0, MAX_TYPE_CHARACTERS)}`)
    }
  }

  #push(message: JsonObject): void {
    this.messages.push(message)
  }

  #say(item: JsonObject, param: string): void {
    const role = textAt(item, 'role') ?? 'user'
    const content = contentOf(item['content'], `${param}.content`)
    if (role !== 'assistant') return this.#push({ role, content })
    this.#push({ role, content, ...this.#thought })
    this.#thought = {}
  }

  /** Seals may stand alone, beside what they seal; then they are no thought. */
  #think(item: JsonObject): void {
    const sealed = unsealReasoning(textAt(item, 'encrypted_content')) ?? []
    for (const block of sealed) this.#sign(block)
    const thought = thoughtOf(
      item,
      sealed.filter((block) => signatureKindOf(block) === undefined),
    )
    if (sealed.length === 0 || Object.keys(thought).length > 0) this.#thought = thought
  }

  #sign(block: JsonObject): void {
    const signature = textAt(block, 'signature')
    const callId = textAt(block, 'call_id')
    switch (signatureKindOf(block)) {
      case 'call_signature':
        if (signature !== undefined && callId !== undefined) this.#callSignatures.set(callId, signature)
        return undefined
      case 'text_signature':
        return this.#changeAnswer((answer) => ({ ...answer, ...renderSignature(signature) }))
      case 'image_signature':
        return this.#changeAnswer((answer) => ({ ...answer, images: withSignedLast(arrayAt(answer, 'images'), signature) }))
      case undefined:
        return undefined
    }
  }

  #changeAnswer(change: (answer: JsonObject) => JsonObject): void {
    const last = this.messages.at(-1)
    if (last?.['role'] === 'assistant') this.messages[this.messages.length - 1] = change(last)
  }

  /** A picture whose data the caller left out cannot be shown again; the words beside it stay. */
  #draw(item: JsonObject): void {
    const result = textAt(item, 'result')
    if (result === undefined) return
    if (this.messages.at(-1)?.['role'] !== 'assistant') this.#push({ role: 'assistant', content: null, ...this.#thought })
    this.#thought = {}
    this.#changeAnswer((answer) => ({ ...answer, images: [...arrayAt(answer, 'images'), pictureOf(result)] }))
  }

  #toolCallOf(item: JsonObject, input: string): JsonObject {
    const id = textAt(item, 'call_id') ?? ''
    const name = this.#names.toChat(textAt(item, 'name') ?? '', textAt(item, 'namespace'))
    return {
      id,
      type: 'function',
      function: { name, arguments: input },
      ...renderSignature(signatureOf(item) ?? this.#callSignatures.get(id)),
    }
  }

  #call(call: JsonObject): void {
    this.#reference = undefined
    const last = this.messages.at(-1)
    if (last?.['role'] === 'assistant') {
      this.messages[this.messages.length - 1] = { ...last, ...this.#thought, tool_calls: [...arrayAt(last, 'tool_calls'), call] }
    } else {
      this.#push({ role: 'assistant', content: null, ...this.#thought, tool_calls: [call] })
    }
    this.#thought = {}
  }

  /**
   * Nothing is kept to refer to. A thought can be left out, and so can the words that only lead up to a call;
   * whether they do is seen with the next item.
   */
  #refer(id: string, param: string): void {
    if (id.startsWith('rs_')) return
    if (!id.startsWith('msg_')) throw unknownReference(param)
    this.#reference = param
  }

  /** An answer that is only referred to is missing from the conversation. */
  checkReference(): void {
    if (this.#reference !== undefined) throw unknownReference(this.#reference)
  }
}

export const messagesOfInput = (input: unknown, names: CalledNames): readonly JsonObject[] => {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  const conversation = new Conversation(names)
  for (const [at, item] of (Array.isArray(input) ? input : []).entries())
    if (isObject(item)) conversation.take(asFunction(item), `input[${at}]`)
  conversation.checkReference()
  return conversation.messages
}
