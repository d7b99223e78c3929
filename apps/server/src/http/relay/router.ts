import { TASKS, type Task } from '@weir/dialects/model/task'
import type { RelayInput } from '@weir/relay/stage-types'
import { getModel, listModels } from '@weir/relay/endpoints/models'
import type { Ports } from '@weir/relay/ports'
import { RelayRefusal } from '@weir/relay/refusal'
import { relayChat } from '@weir/relay/relay'
import { relayProxy } from '@weir/relay/endpoints/proxy'
import { relayResponses } from '@weir/relay/endpoints/responses'
import { relayTask } from '@weir/relay/endpoints/task'
import type { RelayReply } from '@weir/relay/reply'
import { authenticate } from '@weir/relay/stages/authenticate'
import type { ReadBilling } from '../../relay/billing.ts'
import { readRelayBody } from './read-body.ts'
import { queryOf } from '../request/request-path.ts'

export interface RelayCall {
  readonly request: Request
  /** Without a trailing slash. */
  readonly path: string
  readonly input: RelayInput
}

interface DispatchOptions {
  readonly ports: Ports
  readonly maxRequestBytes: number
  readonly readBilling: ReadBilling
}

const decoder = new TextDecoder()

/** Parts of OpenAI's API that exist there and not here: said plainly, so that nobody looks for a typing error. */
const KNOWN_ELSEWHERE = /^\/v1\/(files|fine_tuning|assistants|threads|batches|vector_stores|uploads|responses|realtime|edits)(\/|$)/

const TASK_OF_PATH: ReadonlyMap<string, Task> = new Map(TASKS.map((task) => [`/v1/${task}`, task]))
const ENGINE_EMBEDDINGS = /^\/v1\/engines\/([^/]+)\/embeddings$/
const PROXY = /^\/v1\/oneapi\/proxy\/([0-9]{1,15})(\/.*)?$/
const BILLING = /^(?:\/v1)?\/dashboard\/billing\/(subscription|usage)$/
const MODEL = /^\/v1\/models\/(.+)$/

const jsonReply = (value: unknown): RelayReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** A path part that is not valid percent-encoding is taken as it stands; it will simply name nothing. */
const unescape = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Read from anybody; whoever sends more, or something that unfolds, shows a key first. */
const MAX_STRANGER_BYTES = 64 * 1024

const isForAnybody = (request: Request): boolean => {
  const length = request.headers.get('content-length')
  // Asked last: to look at the body is to open it as a stream, which takes longer to read than a body in one piece.
  if (length === null) return request.body === null
  return Number(length) <= MAX_STRANGER_BYTES && !request.headers.has('content-encoding')
}

const contentTypeOf = (request: Request): string => request.headers.get('content-type') ?? ''

/** The relay's own small router: it stays off the framework because every microsecond here is paid by every request. */
export const createRelayDispatch = ({ ports, maxRequestBytes, readBilling }: DispatchOptions) => {
  /** Short and as it is: read from anybody, and in one piece. */
  const isShort = ({ headers }: Request): boolean => {
    const length = headers.get('content-length')
    return length !== null && Number(length) <= Math.min(MAX_STRANGER_BYTES, maxRequestBytes) && !headers.has('content-encoding')
  }

  const bodyOf = async ({ request, input }: RelayCall): Promise<Uint8Array> => {
    if (!isForAnybody(request)) await authenticate(input.authorization, input.address, ports)
    return await readRelayBody(request, maxRequestBytes)
  }

  const longTextOf = async (call: RelayCall): Promise<string> => decoder.decode(await bodyOf(call))

  const textOf = (call: RelayCall): Promise<string> => (isShort(call.request) ? call.request.text() : longTextOf(call))

  const task = async (call: RelayCall, name: Task, pathModel?: string): Promise<RelayReply> => {
    const { request, input } = call
    const body = await bodyOf(call)
    return await relayTask({ ...input, task: name, contentType: contentTypeOf(request), body, pathModel }, ports)
  }

  const passOn = async (call: RelayCall, [, channelId, target = '']: RegExpExecArray): Promise<RelayReply> => {
    const { request, input } = call
    const body = await bodyOf(call)
    return await relayProxy(
      {
        ...input,
        body,
        channelId: Number(channelId),
        method: request.method,
        target: `${target}${queryOf(request.url)}`,
        contentType: contentTypeOf(request),
        accept: request.headers.get('accept') ?? '',
      },
      ports,
    )
  }

  const proxy = (call: RelayCall): Promise<RelayReply> | undefined => {
    const match = PROXY.exec(call.path)
    return match === null ? undefined : passOn(call, match)
  }

  const post = (call: RelayCall): Promise<RelayReply> | undefined => {
    if (call.path === '/v1/chat/completions') return relayChat({ ...call.input, rawBody: textOf(call) }, ports)
    if (call.path === '/v1/responses') return relayResponses({ ...call.input, rawBody: textOf(call) }, ports)
    const name = TASK_OF_PATH.get(call.path)
    if (name !== undefined) return task(call, name)
    const engine = ENGINE_EMBEDDINGS.exec(call.path)?.[1]
    return engine === undefined ? undefined : task(call, 'embeddings', unescape(engine))
  }

  const get = ({ path, input }: RelayCall): Promise<RelayReply> | undefined => {
    const { authorization, address } = input
    if (path === '/v1/models') return listModels(authorization, address, ports).then(jsonReply)
    const billing = BILLING.exec(path)?.[1]
    if (billing !== undefined)
      return readBilling(billing === 'usage' ? 'usage' : 'subscription', { authorization, address }).then(jsonReply)
    const model = MODEL.exec(path)?.[1]
    return model === undefined ? undefined : getModel({ authorization, address, model: unescape(model) }, ports).then(jsonReply)
  }

  return (call: RelayCall): Promise<RelayReply> => {
    const { method } = call.request
    const reply = (method === 'POST' ? post(call) : undefined) ?? (method === 'GET' ? get(call) : undefined) ?? proxy(call)
    if (reply !== undefined) return reply
    const kind = KNOWN_ELSEWHERE.test(call.path) || (method === 'DELETE' && MODEL.test(call.path)) ? 'not-supported' : 'unknown-path'
    throw new RelayRefusal(kind, { params: { method, path: call.path } })
  }
}
