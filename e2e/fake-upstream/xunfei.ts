import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from './behaviour.ts'
import { demand, refusalOf, scripted, type NativeFake } from './native-server.ts'
import { inPieces, type Answer } from './script.ts'

const HOST = 'spark-api.xf-yun.com'
const PATIENCE_MS = 5 * 60_000
const PROOF = /^hmac username="([^"]+)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]+)"$/

/** The address proves itself: what is signed is the host, the date and the first line of the request. */
const checkAddress = ({ pathname, searchParams }: URL, key: string): void => {
  const [, secret = '', apiKey] = key.split('|')
  const proof = PROOF.exec(Buffer.from(searchParams.get('authorization') ?? '', 'base64').toString())
  const date = searchParams.get('date') ?? ''
  demand(Math.abs(Date.now() - Date.parse(date)) < PATIENCE_MS, 403, 'HMAC signature cannot be verified, a valid date is required')
  demand(searchParams.get('host') === HOST && proof?.[1] === apiKey, 401, 'HMAC signature cannot be verified')
  const signature = createHmac('sha256', secret).update(`host: ${HOST}\ndate: ${date}\nGET ${pathname} HTTP/1.1`).digest('base64')
  demand(proof?.[2] === signature, 401, 'HMAC signature does not match')
}

const DOMAINS: Readonly<Record<string, string>> = { '/v3.5/chat': 'generalv3.5', '/v4.0/chat': '4.0Ultra' }

const body = z.strictObject({
  header: z.strictObject({ app_id: z.string().min(1), uid: z.string().max(32).optional() }),
  parameter: z.strictObject({ chat: z.looseObject({ domain: z.string() }) }),
  payload: z.strictObject({
    message: z.strictObject({
      text: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) })).min(1),
    }),
  }),
})

const CODES: Readonly<Record<number, number>> = { 400: 10_005, 429: 11_202 }
const [FIRST, MIDDLE, LAST] = [0, 1, 2]

const frame = (content: string, seq: number, status: number): object => ({
  header: { code: 0, message: 'Success', sid: 'cht000fake', status },
  payload: {
    choices: { status, seq, text: [{ content, role: 'assistant', index: 0 }] },
    ...(status === LAST && { usage: { text: { question_tokens: 4, ...DEFAULT_USAGE, total_tokens: 34 } } }),
  },
})

const framesOf = (answer: Exclude<Answer, { kind: 'error' }>): readonly object[] => {
  const texts = inPieces(answer.kind === 'text' ? answer.text : '')
  return [...texts.map((text, at) => frame(text, at, at === 0 ? FIRST : MIDDLE)), frame('', texts.length, LAST)]
}

const answerTo = (message: string, path: string, appId: string): readonly object[] => {
  const { header, parameter, payload } = body.parse(JSON.parse(message))
  demand(header.app_id === appId, 401, 'app id not found')
  demand(parameter.chat.domain === DOMAINS[path], 400, 'the domain does not belong to this address')
  const text = payload.message.text.at(-1)?.content ?? ''
  return framesOf(scripted({ text, tools: [], results: [], image: undefined, wantsJson: false }))
}

/** iFlytek's Spark: one socket for each question; the key is `APPID|APISecret|APIKey`. The caller hangs up. */
export const openXunfei = (key: string): NativeFake => {
  const refusals: string[] = []
  const server = Bun.serve<{ readonly path: string }>({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, own) => {
      const url = new URL(request.url)
      try {
        checkAddress(url, key)
      } catch (error) {
        const { status, message } = refusalOf(error)
        refusals.push(message)
        return Response.json({ message }, { status })
      }
      return own.upgrade(request, { data: { path: url.pathname } }) ? undefined : new Response(null, { status: 426 })
    },
    websocket: {
      message: (socket, message) => {
        try {
          for (const one of answerTo(String(message), socket.data.path, key.split('|')[0] ?? '')) socket.send(JSON.stringify(one))
        } catch (error) {
          const refused = refusalOf(error)
          refusals.push(refused.message)
          socket.send(
            JSON.stringify({
              header: { code: CODES[refused.status] ?? 10_012, message: refused.message, sid: 'cht000fake', status: LAST },
            }),
          )
        }
      },
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, refusals, hangUps: () => 0, stop: () => server.stop(true) }
}
