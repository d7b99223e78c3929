import type { Message } from '@weir/dialects/openai-chat/read-messages'

/** The tools behind the ids of calls, for wires that tell results apart by name. Ids may repeat, so the newest call counts. */
export const calledNames = (messages: readonly Message[]): ((callId: string) => string) => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
  const names = new Map(calls.map(({ id, name }) => [id, name]))
  return (callId) => names.get(callId) ?? callId
}
