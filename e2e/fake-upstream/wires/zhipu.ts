import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { inPieces } from '../script.ts'
import type { Answer } from '../turn.ts'

const HEADER = z.strictObject({ alg: z.literal('HS256'), sign_type: z.literal('SIGN') })
const PAYLOAD = z.strictObject({ api_key: z.string(), exp: z.int(), timestamp: z.int() })
const PATIENCE_MS = 5 * 60_000

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString() || 'null')

/** The token is signed by the caller; its times are milliseconds. */
const checkToken = (token: string, key: string): void => {
  const [id, secret = ''] = key.split('.')
  const [header = '', payload = '', signature] = token.split('.')
  demand(HEADER.safeParse(decoded(header)).success, 401, 'Authorization Token is malformed')
  const { api_key: named, exp, timestamp } = PAYLOAD.parse(decoded(payload))
  demand(named === id, 401, 'unknown api_key')
  demand(exp > Date.now() && Math.abs(Date.now() - timestamp) < PATIENCE_MS, 401, 'the token has expired')
  demand(createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url') === signature, 401, 'wrong signature')
}

const body = z.strictObject({
  prompt: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  temperature: z.number().gt(0).max(1).optional(),
  top_p: z.number().gt(0).lt(1).optional(),
})

type Said = Exclude<Answer, { kind: 'error' }>

const USAGE = { ...DEFAULT_USAGE, total_tokens: 34 }

const textOf = (answer: Said): string => (answer.kind === 'text' ? answer.text : '')

const framesOf = (answer: Said): readonly string[] => [
  ...inPieces(textOf(answer)).map((piece) => `event: add\nid: 1\ndata: ${piece}\n\n`),
  `event: finish\nid: 1\ndata: \nmeta: ${JSON.stringify({ task_status: 'SUCCESS', usage: USAGE, task_id: '1', request_id: '1' })}\n\n`,
]

const CODES: Readonly<Record<number, number>> = { 400: 1210, 401: 1002, 429: 1302 }

/** The third version of Zhipu's wire; the key is `id.secret`. Errors come with status 200. */
export const openZhipu = (key: string): NativeFake =>
  serveNative({
    answer: async (request) => {
      const [, method] = demandPath(request, /^\/api\/paas\/v3\/model-api\/chatglm_\w+\/(invoke|sse-invoke)$/)
      checkToken(request.headers.get('authorization') ?? '', key)
      const { prompt } = await readJson(request, body)
      const answer = scripted({ text: prompt.at(-1)?.content ?? '', tools: [], results: [], image: undefined, wantsJson: false })
      if (method === 'sse-invoke') return streamOf(framesOf(answer), EVENT_STREAM)
      const choices = [{ role: 'assistant', content: JSON.stringify(textOf(answer)) }]
      return Response.json({ code: 200, msg: 'ok', success: true, data: { task_status: 'SUCCESS', choices, usage: USAGE } })
    },
    refuse: (status, msg) => Response.json({ code: CODES[status] ?? 1234, msg, success: false }),
  })
