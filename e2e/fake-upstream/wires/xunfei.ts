import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { demand, refusalOf, scripted, type NativeFake } from '../native-server.ts'
import { ENDLESS, inPieces } from '../script.ts'
import type { Answer, Asked } from '../turn.ts'

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
    functions: z
      .strictObject({
        text: z
          .array(z.strictObject({ name: z.string(), description: z.string(), parameters: z.looseObject({ type: z.literal('object') }) }))
          .min(1),
      })
      .optional(),
  }),
})

const CODES: Readonly<Record<number, number>> = { 400: 10_005, 429: 11_202 }
const [FIRST, MIDDLE, LAST] = [0, 1, 2]

const frame = (said: object, seq: number, status: number): object => ({
  header: { code: 0, message: 'Success', sid: 'cht000fake', status },
  payload: {
    choices: { status, seq, text: [{ content: '', role: 'assistant', index: 0, ...said }] },
    ...(status === LAST && { usage: { text: { question_tokens: 4, ...DEFAULT_USAGE, total_tokens: 34 } } }),
  },
})

/** One function at a time, and it comes whole in the last frame. */
const framesOf = (answer: Exclude<Answer, { kind: 'error' }>): readonly object[] => {
  if (answer.kind === 'calls') {
    const [call] = answer.calls
    const called = { name: call?.name, arguments: JSON.stringify(call?.arguments) }
    return [frame({ content_type: 'text', function_call: called }, 0, LAST)]
  }
  const texts = inPieces(answer.text)
  return [...texts.map((content, at) => frame({ content }, at, at === 0 ? FIRST : MIDDLE)), frame({}, texts.length, LAST)]
}

/** There is no role for what a function gave: the caller tells it in words. */
const RESULT = 'Result: '

const askedOf = ({ message, functions }: z.output<typeof body>['payload']): Asked => {
  const last = message.text.findLastIndex(({ role, content }) => role === 'user' && !content.startsWith(RESULT))
  const later = message.text.slice(last + 1).filter(({ role }) => role === 'user')
  return {
    text: message.text[last]?.content ?? '',
    tools: functions?.text.map(({ name }) => name) ?? [],
    results: later.map(({ content }) => content.slice(RESULT.length)),
    image: undefined,
    wantsJson: false,
  }
}

const answerTo = (message: string, path: string, appId: string): readonly object[] => {
  const { header, parameter, payload } = body.parse(JSON.parse(message))
  demand(header.app_id === appId, 401, 'app id not found')
  demand(parameter.chat.domain === DOMAINS[path], 400, 'the domain does not belong to this address')
  const asked = askedOf(payload)
  const frames = framesOf(scripted(asked))
  return asked.text.includes(ENDLESS) ? frames.slice(0, 1) : frames
}

/** iFlytek's Spark: one socket for each question; the key is `APPID|APISecret|APIKey`. The caller hangs up. */
export const openXunfei = (key: string): NativeFake => {
  const refusals: string[] = []
  let begun = 0
  let hangUps = 0
  const server = Bun.serve<{ readonly path: string; isEndless: boolean }>({
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
      return own.upgrade(request, { data: { path: url.pathname, isEndless: false } }) ? undefined : new Response(null, { status: 426 })
    },
    websocket: {
      close: (socket) => {
        if (socket.data.isEndless) hangUps++
      },
      message: (socket, message) => {
        socket.data.isEndless = String(message).includes(ENDLESS)
        if (socket.data.isEndless) begun++
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
  return { url: `http://127.0.0.1:${server.port}`, refusals, begun: () => begun, hangUps: () => hangUps, stop: () => server.stop(true) }
}
