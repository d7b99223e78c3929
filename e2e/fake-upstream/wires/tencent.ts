import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, Refused, dataFrame, demand, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { halves, imageOfDataUrl, inPieces } from '../script.ts'
import type { Answer, Asked, ScriptedCall } from '../turn.ts'

const HOST = 'hunyuan.tencentcloudapi.com'
const PATIENCE_SECONDS = 300
const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]{10})\/hunyuan\/tc3_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Works the signature out a second time. Behind a proxy the host is still Tencent's. */
const checkSignature = (request: Request, body: string, [id = '', secret = '']: readonly string[]): void => {
  const match = AUTHORIZATION.exec(request.headers.get('authorization') ?? '')
  if (match === null) throw new Refused(401, 'The Authorization header is malformed.')
  const [, secretId, date = '', names = '', signature] = match
  const timestamp = Number(request.headers.get('x-tc-timestamp'))
  demand(Math.abs(Date.now() / 1000 - timestamp) < PATIENCE_SECONDS, 401, 'The signature has expired.')
  demand(new Date(timestamp * 1000).toISOString().startsWith(date), 401, 'The date is not that of the timestamp.')
  demand(names.split(';').includes('host') && names.split(';').includes('content-type'), 401, 'host and content-type must be signed')
  const valueOf = (name: string) => (name === 'host' ? HOST : (request.headers.get(name) ?? '')).trim().toLowerCase()
  const lines = names.split(';').map((name) => `${name}:${valueOf(name)}\n`)
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
  const toSign = ['TC3-HMAC-SHA256', timestamp, `${date}/hunyuan/tc3_request`, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secret}`, date), 'hunyuan'), 'tc3_request')
  demand(secretId === id && hmac(key, toSign).toString('hex') === signature, 401, 'The provided credentials could not be validated.')
}

const content = z.discriminatedUnion('Type', [
  z.strictObject({ Type: z.literal('text'), Text: z.string() }),
  z.strictObject({ Type: z.literal('image_url'), ImageUrl: z.strictObject({ Url: z.string().min(1) }) }),
])
const toolCall = z.strictObject({
  Id: z.string().min(1),
  Type: z.literal('function'),
  Index: z.int(),
  Function: z.strictObject({ Name: z.string(), Arguments: z.string() }),
})
const message = z.strictObject({
  Role: z.enum(['system', 'user', 'assistant', 'tool']),
  Content: z.string().optional(),
  Contents: z.array(content).optional(),
  ToolCallId: z.string().optional(),
  ToolCalls: z.array(toolCall).optional(),
})
const tool = z.strictObject({
  Type: z.literal('function'),
  Function: z.strictObject({ Name: z.string(), Description: z.string(), Parameters: z.string() }),
})
const body = z.strictObject({
  Model: z.string().min(1),
  Messages: z.array(message).min(1).max(40),
  Stream: z.boolean().optional(),
  Tools: z.array(tool).optional(),
  TopP: z.number().min(0).max(1).optional(),
  Temperature: z.number().min(0).max(2).optional(),
})

const askedOf = ({ Messages: messages, Tools: tools = [] }: z.output<typeof body>): Asked => {
  demand(messages.at(-1)?.Role === 'user' || messages.at(-1)?.Role === 'tool', 400, 'the last message must be of the user or a tool')
  const last = messages.findLastIndex(({ Role: role }) => role === 'user')
  const parts = messages[last]?.Contents ?? []
  const urls = parts.flatMap((part) => (part.Type === 'image_url' ? [part.ImageUrl.Url] : []))
  return {
    text: messages[last]?.Content ?? parts.map((part) => (part.Type === 'text' ? part.Text : '')).join(''),
    tools: tools.map((entry) => entry.Function.Name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.Role === 'tool' ? [entry.Content ?? ''] : [])),
    image: imageOfDataUrl(urls[0] ?? ''),
    wantsJson: false,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const COMMON = {
  Id: 'fake',
  Created: 1_700_000_000,
  Usage: { PromptTokens: DEFAULT_USAGE.prompt_tokens, CompletionTokens: DEFAULT_USAGE.completion_tokens, TotalTokens: 34 },
}

const wireCall = (call: ScriptedCall, Index: number, Arguments: string) => ({
  Id: call.id,
  Type: 'function',
  Index,
  Function: { Name: call.name, Arguments },
})

const messageOf = (answer: Said): object =>
  answer.kind === 'text'
    ? { Role: 'assistant', Content: answer.text }
    : { Role: 'assistant', Content: '', ToolCalls: answer.calls.map((call, at) => wireCall(call, at, JSON.stringify(call.arguments))) }

const finishOf = ({ kind }: Said): string => (kind === 'text' ? 'stop' : 'tool_calls')

const deltasOf = (answer: Said): readonly object[] =>
  answer.kind === 'text'
    ? inPieces(answer.text).map((text) => ({ Role: 'assistant', Content: text }))
    : answer.calls.flatMap((call, at) =>
        halves(JSON.stringify(call.arguments)).map((text) => ({ Role: 'assistant', ToolCalls: [wireCall(call, at, text)] })),
      )

const framesOf = (answer: Said): readonly string[] =>
  [...deltasOf(answer).map((Delta) => ({ Delta, FinishReason: '' })), { Delta: {}, FinishReason: finishOf(answer) }].map((choice) =>
    dataFrame({ ...COMMON, Choices: [choice] }),
  )

const CODES: Readonly<Record<number, string>> = { 400: 'InvalidParameter', 401: 'AuthFailure.SignatureFailure', 429: 'LimitExceeded' }

/** Tencent's Hunyuan; the key is `AppId|SecretId|SecretKey`. Errors come with status 200. */
export const openTencent = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const text = await request.text()
      checkSignature(request, text, key.split('|').slice(1))
      demand(request.headers.get('x-tc-action') === 'ChatCompletions', 400, 'unknown action')
      demand(request.headers.get('x-tc-version') === '2023-09-01', 400, 'unknown version')
      const asked = body.parse(JSON.parse(text))
      const answer = scripted(askedOf(asked))
      if (asked.Stream === true) return streamOf(framesOf(answer), EVENT_STREAM)
      return Response.json({
        Response: { RequestId: 'r', ...COMMON, Choices: [{ FinishReason: finishOf(answer), Message: messageOf(answer) }] },
      })
    },
    refuse: (status, message) =>
      Response.json({ Response: { RequestId: 'r', Error: { Code: CODES[status] ?? 'InternalError', Message: message } } }),
  })
