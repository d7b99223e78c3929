import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import {
  EVENT_STREAM,
  dataFrame,
  demand,
  demandPath,
  readJson,
  scripted,
  serveNative,
  streamOf,
  type NativeFake,
} from '../native-server.ts'
import { inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

const functionCall = z.strictObject({ name: z.string().min(1), arguments: z.string() })
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('assistant'), content: z.string(), function_call: functionCall.optional() }),
  z.strictObject({ role: z.literal('function'), name: z.string().min(1), content: z.string() }),
])
const body = z.strictObject({
  messages: z.array(message).min(1),
  stream: z.boolean().optional(),
  system: z.string().optional(),
  functions: z
    .array(z.strictObject({ name: z.string(), description: z.string(), parameters: z.looseObject({ type: z.literal('object') }) }))
    .optional(),
  temperature: z.number().gt(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  max_output_tokens: z.int().min(2).optional(),
})

/** The user or a function speaks first, last and after every word of the assistant. */
const askedOf = ({ messages, functions = [] }: z.output<typeof body>): Asked => {
  const takesTurns = messages.every(({ role }, at) => (role === 'assistant') === (at % 2 === 1))
  demand(takesTurns && messages.length % 2 === 1, 400, 'the length of messages must be an odd number')
  const last = messages.findLastIndex(({ role }) => role === 'user')
  return {
    text: messages[last]?.content ?? '',
    tools: functions.map(({ name }) => name),
    results: messages.slice(last + 1).flatMap((entry) => (entry.role === 'function' ? [entry.content] : [])),
    image: undefined,
    wantsJson: false,
  }
}

type Said = Exclude<Answer, { kind: 'error' }>

const COMMON = { id: 'as-fake', object: 'chat.completion', created: 1_700_000_000, is_truncated: false, need_clear_history: false }
const USAGE = { ...DEFAULT_USAGE, total_tokens: 34 }

/** One function at a time on this wire. */
const said = (answer: Said): object => {
  if (answer.kind === 'text') return { result: answer.text, finish_reason: 'normal' }
  const [call] = answer.calls
  return {
    result: '',
    finish_reason: 'function_call',
    function_call: { name: call?.name, thoughts: 'Look.', arguments: JSON.stringify(call?.arguments) },
  }
}

const framesOf = (answer: Said): readonly string[] => {
  const parts = answer.kind === 'text' ? inPieces(answer.text).map((result): object => ({ result })) : [said(answer)]
  return parts.map((part, at) => dataFrame({ ...COMMON, sentence_id: at, is_end: at === parts.length - 1, ...part, usage: USAGE }))
}

const CODES: Readonly<Record<number, number>> = { 400: 336_003, 401: 110, 404: 3, 429: 18 }

export interface BaiduFake extends NativeFake {
  readonly tokensGiven: () => number
  /** No token is good any more, as when the operator has made a new secret. */
  readonly revokeTokens: () => void
}

/** Baidu's Qianfan: the pair in the key is exchanged for a token. Errors of the models come with status 200. */
export const openBaidu = (key: string): BaiduFake => {
  const [id, secret] = key.split('|')
  const tokens = new Set<string>()
  let tokensGiven = 0
  const giveToken = ({ searchParams: query }: URL): Response => {
    const isKnown = query.get('client_id') === id && query.get('client_secret') === secret
    demand(query.get('grant_type') === 'client_credentials' && isKnown, 401, 'Client authentication failed')
    const token = `24.${randomUUID()}`
    tokens.add(token)
    tokensGiven++
    return Response.json({ access_token: token, expires_in: 2_592_000 })
  }
  const fake = serveNative({
    answer: async (request) => {
      const url = new URL(request.url)
      if (url.pathname === '/oauth/2.0/token') return giveToken(url)
      demandPath(request, /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/chat\/completions_pro\?access_token=/)
      demand(tokens.has(url.searchParams.get('access_token') ?? ''), 401, 'Access token invalid or no longer valid')
      const asked = await readJson(request, body)
      const answer = scripted(askedOf(asked))
      return asked.stream === true ? streamOf(framesOf(answer), EVENT_STREAM) : Response.json({ ...COMMON, ...said(answer), usage: USAGE })
    },
    refuse: (status, words) =>
      words === 'Client authentication failed'
        ? Response.json({ error: 'invalid_client', error_description: words }, { status })
        : Response.json({ error_code: CODES[status] ?? 336_000, error_msg: words }),
  })
  return { ...fake, tokensGiven: () => tokensGiven, revokeTokens: () => tokens.clear() }
}
