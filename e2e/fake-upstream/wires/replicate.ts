import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, Refused, demand, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { inputOf } from './replicate-models.ts'
import { ENDLESS, inPieces } from '../script.ts'
import type { Asked } from '../turn.ts'

/** Streams are offered without being asked for; the wish is an older form and still taken. */
const body = z.strictObject({
  input: z.record(z.string(), z.unknown()),
  stream: z.boolean().optional(),
  version: z.string().optional(),
})

type Status = 'starting' | 'processing' | 'succeeded' | 'canceled'

interface Prediction {
  readonly id: string
  readonly model: string
  readonly input: object
  readonly text: string
  readonly isEndless: boolean
  status: Status
  /** Called when the work ends before its time. */
  onCancel: () => void
}

const METRICS = {
  predict_time: 0.4,
  input_token_count: DEFAULT_USAGE.prompt_tokens,
  output_token_count: DEFAULT_USAGE.completion_tokens,
}

const shown = (one: Prediction, origin: string): object => ({
  id: one.id,
  model: one.model,
  version: 'hidden',
  input: one.input,
  logs: '',
  error: null,
  status: one.status,
  output: one.status === 'succeeded' ? inPieces(one.text) : null,
  data_removed: false,
  created_at: '2026-11-15T00:00:00Z',
  urls: {
    get: `${origin}/v1/predictions/${one.id}`,
    cancel: `${origin}/v1/predictions/${one.id}/cancel`,
    stream: `${origin}/streams/${one.id}`,
  },
  ...((one.status === 'succeeded' || one.status === 'canceled') && { metrics: METRICS, completed_at: '2026-11-15T00:00:01Z' }),
})

const event = (name: string, id: number, data: string): string =>
  `event: ${name}\nid: ${id}:0\n${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`

/** An endless stream goes on until its prediction is canceled, not until its reader leaves. */
const endless = async function* (one: Prediction): AsyncGenerator<Uint8Array> {
  yield Buffer.from(event('output', 1, one.text))
  const { promise, resolve } = Promise.withResolvers<void>()
  one.onCancel = resolve
  await promise
  yield Buffer.from(event('done', 2, '{"reason":"canceled"}'))
}

const frames = (one: Prediction): readonly string[] => [
  ': hi\n\n',
  ...inPieces(one.text).map((piece, at) => event('output', at + 1, piece)),
  event('done', 99, '{}'),
]

const textFor = (asked: Asked): string => {
  const answer = scripted(asked)
  if (answer.kind === 'text') return answer.text
  throw new Refused(500, 'a prediction calls no tools')
}

const TITLES: Readonly<Record<number, string>> = { 401: 'Unauthenticated', 404: 'Not found', 422: 'Input validation failed' }

/** Replicate: work has a name, is asked for by it and goes on until it ends or is canceled by it. */
export const openReplicate = (key: string): NativeFake => {
  const predictions = new Map<string, Prediction>()
  let begun = 0
  let canceled = 0

  const create = async (request: Request, model: string): Promise<Prediction> => {
    const { input } = await readJson(request, body)
    const asked = inputOf(model, input)
    const isEndless = asked.text.includes(ENDLESS)
    const one: Prediction = {
      id: randomUUID(),
      model,
      input,
      text: textFor(asked),
      isEndless,
      status: 'starting',
      onCancel: () => undefined,
    }
    predictions.set(one.id, one)
    if (!isEndless && request.headers.get('prefer')?.startsWith('wait') === true) one.status = 'succeeded'
    return one
  }

  const known = (id: string | undefined): Prediction => {
    const one = predictions.get(id ?? '')
    if (one === undefined) throw new Refused(404, 'The requested resource could not be found.')
    return one
  }

  const poll = (one: Prediction): Prediction => {
    if (one.status === 'processing' && !one.isEndless) one.status = 'succeeded'
    if (one.status !== 'starting') return one
    one.status = 'processing'
    // A request for it names it.
    if (one.isEndless) begun++
    return one
  }

  /** What has ended stays as it is. */
  const cancel = (one: Prediction): Prediction => {
    if (one.status === 'succeeded' || one.status === 'canceled') return one
    one.status = 'canceled'
    canceled++
    one.onCancel()
    return one
  }

  const stream = (request: Request, one: Prediction): Response => {
    demand(!request.headers.has('authorization'), 400, 'the key belongs to the API and not to the server that streams')
    if (one.isEndless) return new Response(endless(one), { headers: { 'content-type': EVENT_STREAM } })
    one.status = 'succeeded'
    return streamOf(frames(one), EVENT_STREAM)
  }

  const fake = serveNative({
    knowsNoEnd: true,
    answer: async (request) => {
      const { pathname, origin } = new URL(request.url)
      const streamed = /^\/streams\/([\w-]+)$/.exec(pathname)?.[1]
      if (request.method === 'GET' && streamed !== undefined) return stream(request, known(streamed))
      const token = request.headers.get('authorization')
      demand(token === `Bearer ${key}`, 401, 'You did not pass a valid authentication token')
      const created = /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/.exec(pathname)?.[1]
      if (request.method === 'POST' && created !== undefined) {
        return Response.json(shown(await create(request, created), origin), { status: 201 })
      }
      const [, id, verb] = /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/.exec(pathname) ?? []
      demand(request.method === (verb === undefined ? 'GET' : 'POST'), 404, 'The requested resource could not be found.')
      return Response.json(shown((verb === undefined ? poll : cancel)(known(id)), origin))
    },
    refuse: (status, detail) => Response.json({ title: TITLES[status] ?? 'Error', detail, status }, { status }),
  })
  return { ...fake, begun: () => begun, canceled: () => canceled }
}
