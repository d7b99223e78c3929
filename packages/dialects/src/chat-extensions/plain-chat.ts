import { arrayAt, isObject, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { ChatExtension } from '../model/provider.ts'

const EXTENSIONS: readonly ChatExtension[] = ['cache_control', 'thinking_blocks', 'reasoning_content', 'extra_content', 'top_k']

/** Takes names out of objects and notes which were there. */
class Remover {
  readonly removed = new Set<string>()
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  from = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const found = this.#names.filter((name) => value[name] !== undefined)
    if (found.length === 0) return value
    for (const name of found) this.removed.add(name)
    return Object.fromEntries(Object.entries(value).filter(([name]) => !found.includes(name)))
  }

  fromMessage = (message: unknown): unknown => {
    const plain = this.from(message)
    if (!isObject(plain)) return plain
    return {
      ...plain,
      ...(Array.isArray(plain['content']) && { content: arrayAt(plain, 'content').map(this.from) }),
      ...(Array.isArray(plain['tool_calls']) && { tool_calls: arrayAt(plain, 'tool_calls').map(this.from) }),
    }
  }
}

const isText = (part: unknown): boolean => isObject(part) && part['type'] === 'text'

const isToolMessage = (message: unknown): message is JsonObject => isObject(message) && message['role'] === 'tool'

const othersOf = (message: unknown): readonly unknown[] =>
  isToolMessage(message) ? arrayAt(message, 'content').filter((part) => !isText(part)) : []

const wordsOf = (message: JsonObject): string =>
  arrayAt(message, 'content')
    .flatMap((part) => textAt(part, 'text') ?? [])
    .join('\n')

/** A tool's result is text alone on OpenAI's wire; pictures follow the results of the turn as words of the user. */
const withPicturesBeside = (messages: readonly unknown[]): readonly unknown[] => {
  if (!messages.some((message) => othersOf(message).length > 0)) return messages
  const placed: unknown[] = []
  let pictures: unknown[] = []
  const place = (): void => {
    if (pictures.length > 0) placed.push({ role: 'user', content: [{ type: 'text', text: 'The tool results above hold:' }, ...pictures] })
    pictures = []
  }
  for (const message of messages) {
    const others = othersOf(message)
    if (!isToolMessage(message)) place()
    pictures.push(...others)
    placed.push(isToolMessage(message) && others.length > 0 ? { ...message, content: wordsOf(message) || 'See below.' } : message)
  }
  place()
  return placed
}

export interface PlainChat {
  readonly call: ChatCall
  /** Names of what was taken out. */
  readonly dropped: readonly string[]
}

/** The call as an upstream of OpenAI's wire takes it, which may read some extensions. The very same one where nothing must change. */
export const plainChatOf = (call: ChatCall, understood: readonly ChatExtension[]): PlainChat => {
  const remover = new Remover(EXTENSIONS.filter((name) => !understood.includes(name)))
  const rest = remover.from(call.body)
  const given = arrayAt(rest, 'messages').map(remover.fromMessage)
  const tools = arrayAt(rest, 'tools').map(remover.from)
  const messages = withPicturesBeside(given)
  if (remover.removed.size === 0 && messages === given) return { call, dropped: [] }
  const body = { ...(isObject(rest) && rest), messages, ...(tools.length > 0 && { tools }) }
  // Thoughts of earlier turns are not missed by models that do not read them.
  const dropped = [...remover.removed].filter((name) => name === 'cache_control' || name === 'top_k')
  return { call: { ...call, body, rawBody: JSON.stringify(body) }, dropped }
}
