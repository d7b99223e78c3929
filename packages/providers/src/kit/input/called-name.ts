import type { Message } from '@weir/dialects/openai-chat/read-messages'

/** The tool behind the id of a call, for wires that tell results apart by name. Ids may repeat, so the newest call counts. */
export const calledName = (callId: string, messages: readonly Message[]): string =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : [])).findLast((call) => call.id === callId)?.name ??
  callId
