import { streamReply, wholeReply, type Chat, type ChatBody } from './chat-wire.ts'
import { Gate } from '../gate.ts'
import { openEntry } from '../journal.ts'
import { scripted } from '../native-server.ts'
import { readOpenaiCall } from './openai-checks.ts'

/** What the script says to a call on OpenAI's wire, whole or streamed as it was asked for. */
export const answerInOpenai = (request: Request, body: ChatBody): Response => {
  const answer = scripted(readOpenaiCall(body))
  const chat: Chat = {
    body,
    behaviour: answer.kind === 'text' ? { text: answer.text } : {},
    calls: answer.kind === 'calls' ? answer.calls : [],
    entry: openEntry(request, body),
    gate: new Gate(),
  }
  return body.stream === true ? streamReply(chat) : wholeReply(chat)
}
