import { ZodError, type ZodType } from 'zod'
import { nextTurn } from '../../tools/testing/next-turn.ts'
import { ENDLESS, answerTo } from './script.ts'
import type { Answer, Asked } from './turn.ts'

/** Thrown where the real provider refuses a call. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface NativeWire {
  readonly answer: (request: Request) => Promise<Response>
  /** An error in the words of this wire. */
  readonly refuse: (status: number, message: string) => Response
  /** How many events come before the first words, where they are many. */
  readonly opening?: number
  /** It plays an answer without end itself. */
  readonly knowsNoEnd?: boolean
}

/** A provider with a wire of its own, on loopback. */
export interface NativeFake {
  readonly url: string
  /** Why calls were refused, for the test to tell. */
  readonly refusals: readonly string[]
  /** How many answers without end have begun, and how many callers hung up on one. */
  readonly begun: () => number
  readonly hangUps: () => number
  /** How much work was stopped by its name, where it goes on without a listener. */
  readonly canceled?: () => number
  readonly stop: () => Promise<void>
}

const BAD_REQUEST = 400

/** What does not have the wire's shape is the caller's mistake; anything else is a bug of the fake. */
export const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error
  return new Refused(error instanceof ZodError ? BAD_REQUEST : 500, String(error))
}

const EVENTS_BEFORE_SILENCE = 4

/** The first events of a stream, and then nothing for as long as the connection lasts. */
const silenced = async function* (body: ReadableStream<Uint8Array>, signal: AbortSignal, opening: number): AsyncGenerator<Uint8Array> {
  let events = -opening
  for await (const chunk of body) {
    yield chunk
    if (++events === EVENTS_BEFORE_SILENCE) break
  }
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

export const serveNative = (wire: NativeWire): NativeFake => {
  const refusals: string[] = []
  let begun = 0
  let hangUps = 0
  const answer = async (request: Request): Promise<Response> => {
    const isEndless = wire.knowsNoEnd !== true && (await request.clone().text()).includes(ENDLESS)
    const reply = await wire.answer(request)
    if (!isEndless || reply.body === null) return reply
    begun++
    request.signal.addEventListener('abort', () => hangUps++)
    return new Response(silenced(reply.body, request.signal, wire.opening ?? 0), { headers: reply.headers })
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        const { status, message } = refusalOf(error)
        refusals.push(`${status} ${request.method} ${new URL(request.url).pathname}: ${message}`)
        return wire.refuse(status, message)
      }
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, refusals, begun: () => begun, hangUps: () => hangUps, stop: () => server.stop(true) }
}

export const demand = (isTrue: boolean, status: number, message: string): void => {
  if (!isTrue) throw new Refused(status, message)
}

export const demandPath = (request: Request, pattern: RegExp): RegExpExecArray => {
  const { pathname, search } = new URL(request.url)
  const match = request.method === 'POST' ? pattern.exec(pathname + search) : null
  if (match === null) throw new Refused(404, `unknown address ${request.method} ${pathname}${search}`)
  return match
}

export const readJson = async <T>(request: Request, schema: ZodType<T>): Promise<T> => {
  demand(request.headers.get('content-type')?.startsWith('application/json') === true, 415, 'the content type must be application/json')
  return schema.parse(await request.json())
}

/** What the script says, or its refusal. */
export const scripted = (asked: Asked): Exclude<Answer, { kind: 'error' }> => {
  const answer = answerTo(asked)
  if (answer.kind === 'error') throw new Refused(answer.status, answer.message)
  return answer
}

/** Frames leave one by one, as they do from a model that is still writing. */
const paced = async function* (frames: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const frame of frames) {
    await nextTurn()
    yield typeof frame === 'string' ? Buffer.from(frame) : frame
  }
}

export const streamOf = (frames: readonly (string | Uint8Array)[], contentType: string): Response =>
  new Response(paced(frames), { headers: { 'content-type': contentType } })

export const EVENT_STREAM = 'text/event-stream'

export const dataFrame = (json: object): string => `data: ${JSON.stringify(json)}\n\n`
