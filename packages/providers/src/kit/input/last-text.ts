import type { ChatCall } from '@weir/dialects/model/call'
import { readMessages } from '@weir/dialects/openai-chat/read-messages'
import { textOnly } from './text-only.ts'

/** The text of the last message, for upstreams that answer one question and hear nothing of the talk before it. */
export const lastText = (call: ChatCall): string => {
  const last = readMessages(call.body, '').at(-1)
  if (last === undefined) return ''
  return last.role === 'system' || last.role === 'assistant' ? last.text : textOnly(last.parts)
}
