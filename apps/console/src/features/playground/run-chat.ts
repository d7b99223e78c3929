import { serverUrl } from '../../shared/api/api-client.ts'
import { currentLanguage } from '../../shared/i18n/language.ts'
import { EMPTY_REPLY, readLine, readWhole, type ChatReply } from './chat-reply.ts'

/** Raw replies are shown, not stored: what is beyond this is of no use on a screen. */
const MAX_RAW = 200_000

export interface ChatProgress {
  readonly reply: ChatReply
  readonly raw: string
  readonly requestId: string
}

interface ChatCall {
  readonly body: string
  readonly tokenId: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ChatProgress) => void
}

const failedWith = (reply: ChatReply, status: number): ChatReply => ({ ...reply, failure: reply.failure || `HTTP ${status}` })

const isStreamed = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/event-stream')

/** Sends one chat by the session; the key of the token stays on the server. */
export const runChat = async ({ body, tokenId, signal, onProgress }: ChatCall): Promise<ChatProgress> => {
  const response = await fetch(serverUrl('/pg/chat/completions'), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': currentLanguage(),
      'X-Weir-Console': '1',
      'X-Weir-Token': String(tokenId),
    },
    body,
    signal,
  })
  const requestId = response.headers.get('x-request-id') ?? ''
  if (!isStreamed(response) || response.body === null) {
    const raw = await response.text()
    const reply = readWhole(raw)
    return { reply: response.ok ? reply : failedWith(reply, response.status), raw: raw.slice(0, MAX_RAW), requestId }
  }
  let progress: ChatProgress = { reply: EMPTY_REPLY, raw: '', requestId }
  let open = ''
  const take = (text: string) => {
    const lines = (open + text).split(/\r?\n/)
    open = lines.pop() ?? ''
    progress = { reply: lines.reduce(readLine, progress.reply), raw: (progress.raw + text).slice(0, MAX_RAW), requestId }
    onProgress(progress)
  }
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) take(decoder.decode(part.value, { stream: true }))
  take('\n')
  return progress
}
