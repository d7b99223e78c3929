import { parseJson, type JsonObject } from '../json.ts'
import type { ChatReply } from '../model/event.ts'
import { promptTokensOf } from '../model/usage.ts'
import { readMessages, type Message } from '../openai-chat/read-messages.ts'
import { readNumber, readResponseFormat, readStop, readToolChoice, readTools } from '../openai-chat/read-options.ts'
import type { Part } from '../openai-chat/read-parts.ts'

const partOf = (part: Part): unknown => (part.kind === 'text' ? part.text : { kind: part.kind, source: part.source })

const messageOf = (message: Message): unknown => {
  switch (message.role) {
    case 'system':
      return ['system', message.text]
    case 'user':
      return ['user', message.parts.map(partOf)]
    case 'tool':
      return ['tool', message.callId, message.parts.map(partOf)]
    case 'assistant':
      return ['assistant', message.text, message.toolCalls.map(({ id, name, arguments: args }) => [id, name, parseJson(args)])]
  }
}

/** What a chat says, in no wire's words. */
export const commonCall = (body: JsonObject): unknown => ({
  messages: readMessages(body, '').map(messageOf),
  tools: readTools(body).map(({ name, description, parameters }) => ({ name, description, parameters })),
  choice: readToolChoice(body),
  format: readResponseFormat(body),
  stop: readStop(body),
  limit: readNumber(body, 'max_completion_tokens'),
  temperature: readNumber(body, 'temperature'),
})

/** What an answer says. How much of the output was thought is not told on every wire, and no seal is another's to read. */
export const commonReply = ({ text, refusal = '', reasoning, toolCalls, finishReason, usage }: ChatReply): unknown => ({
  text: text + refusal,
  reasoning,
  toolCalls: toolCalls.map(({ id, name, arguments: args }) => [id, name, parseJson(args)]),
  finishReason,
  usage: usage && { prompt: promptTokensOf(usage), cacheRead: usage.cacheRead, output: usage.output },
})
