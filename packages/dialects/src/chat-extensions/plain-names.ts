import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { ChatEvent, Decoded, ChatReply } from '../model/event.ts'
import type { NativeWire } from '../model/provider.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'

const PLAIN = /^[a-zA-Z0-9_-]{1,64}$/

const functionName = (holder: unknown): string => textAt(objectAt(holder, 'function'), 'name') ?? ''

const callsIn = (body: JsonObject): readonly unknown[] => arrayAt(body, 'messages').flatMap((message) => arrayAt(message, 'tool_calls'))

const isPlain = (body: JsonObject): boolean =>
  [...arrayAt(body, 'tools'), ...callsIn(body)].map(functionName).every((name) => name === '' || PLAIN.test(name))

const renamedAt = (list: readonly unknown[], rename: ToolNames['toWire']): readonly unknown[] =>
  list.map((holder) => {
    const fn = objectAt(holder, 'function')
    const name = textAt(fn, 'name')
    return isObject(holder) && name !== undefined ? { ...holder, function: { ...fn, name: rename(name) } } : holder
  })

const renamedMessage = (message: unknown, rename: ToolNames['toWire']): unknown =>
  isObject(message) && Array.isArray(message['tool_calls'])
    ? { ...message, tool_calls: renamedAt(arrayAt(message, 'tool_calls'), rename) }
    : message

const renamedChoice = (choice: unknown, rename: ToolNames['toWire']): unknown => {
  const allowed = objectAt(choice, 'allowed_tools')
  if (!isObject(choice) || allowed === undefined) return renamedAt([choice], rename)[0]
  return { ...choice, allowed_tools: { ...allowed, tools: renamedAt(arrayAt(allowed, 'tools'), rename) } }
}

const renamedBody = (body: JsonObject, rename: ToolNames['toWire']): JsonObject => ({
  ...body,
  messages: arrayAt(body, 'messages').map((message) => renamedMessage(message, rename)),
  ...(Array.isArray(body['tools']) && { tools: renamedAt(arrayAt(body, 'tools'), rename) }),
  ...(body['tool_choice'] !== undefined && { tool_choice: renamedChoice(body['tool_choice'], rename) }),
})

const calledReply = (answer: Decoded<ChatReply>, { fromWire }: ToolNames): Decoded<ChatReply> => {
  if (!answer.ok) return answer
  const toolCalls = answer.value.toolCalls.map((call) => ({ ...call, name: fromWire(call.name) }))
  return { ok: true, value: { ...answer.value, toolCalls } }
}

const calledEvents = (events: readonly ChatEvent[], { fromWire }: ToolNames): readonly ChatEvent[] =>
  events.map((event) => (event.kind === 'tool-call-begun' ? { ...event, name: fromWire(event.name) } : event))

export interface NamedChat {
  readonly call: ChatCall
  readonly wire: NativeWire
}

/**
 * Anthropic and Google take longer names of functions than OpenAI's wire, and Google other signs in them. There they get names that pass,
 * and the caller sees its own. The very same call and wire where all pass as they are.
 */
export const withPlainNames = ({ call, wire }: NamedChat): NamedChat => {
  if (isPlain(call.body)) return { call, wire }
  const { tool_choice: _, ...offered } = call.body
  const names = toolNames(offered)
  const body = renamedBody(call.body, names.toWire)
  return {
    call: { ...call, body, rawBody: JSON.stringify(body) },
    wire: {
      kind: 'native',
      decode: (text, asked) => calledReply(wire.decode(text, asked), names),
      openStream: (asked) => {
        const decoder = wire.openStream(asked)
        return {
          push: (chunk) => calledEvents(decoder.push(chunk), names),
          end: () => calledEvents(decoder.end(), names),
        }
      },
    },
  }
}
