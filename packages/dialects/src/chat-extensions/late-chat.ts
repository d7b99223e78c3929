import type { JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { WireCall } from '../model/caller-wire.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

type CallWithoutChat = Omit<WireCall, 'chat'>

const chatOf = (call: CallWithoutChat, bodyOf: () => JsonObject): ChatCall | UnsupportedInput => {
  const { model, isStream, maxOutputTokens, promptBytes, dropped } = call
  try {
    const body = bodyOf()
    const rawBody = JSON.stringify(body)
    return { model, isStream, maxOutputTokens, promptBytes, dropped, body, rawBody, wantsStreamUsage: false, choices: 1 }
  } catch (error) {
    if (error instanceof UnsupportedInput) return error
    throw error
  }
}

/** The call, written as a chat when an upstream first wants one: files travel inside the body, and most upstreams take it as it is. */
export const withLateChat = (call: CallWithoutChat, bodyOf: () => JsonObject): WireCall => {
  let chat: WireCall['chat'] | undefined
  return {
    ...call,
    get chat() {
      return (chat ??= chatOf(call, bodyOf))
    },
  }
}
