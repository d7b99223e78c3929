import type { CallerWire, WireModels } from '@weir/dialects/model/caller-wire'
import { callerWires, type ServedWire } from '@weir/relay/caller-wires'
import { giveClientSecret } from '@weir/relay/endpoints/client-secrets'
import { relayChat } from '@weir/relay/endpoints/chat'
import { relayCount } from '@weir/relay/endpoints/count-tokens'
import { relayEdit } from '@weir/relay/endpoints/edits'
import { relayEmbeddings } from '@weir/relay/endpoints/embeddings'
import { getModel, listModels } from '@weir/relay/endpoints/models'
import { relayKeptAnswer } from '@weir/relay/endpoints/kept-answer'
import { relayProxy } from '@weir/relay/endpoints/proxy'
import { relayTask } from '@weir/relay/endpoints/task'
import { relayWire } from '@weir/relay/endpoints/wire'
import type { Ports } from '@weir/relay/ports'
import { RelayRefusal } from '@weir/relay/refusal'
import type { RelayReply } from '@weir/relay/reply'
import { authenticate } from '@weir/relay/stages/authenticate'
import type { Caller } from '@weir/relay/stage-types'
import type { ReadBilling } from '../../relay/billing.ts'
import type { BodyGate } from '../request/body-gate.ts'
import { queryOf } from '../request/request-path.ts'
import { createRealtimeDoor, type Upgrade } from './realtime-door.ts'
import { readRelayBody, readRelayText } from './read-body.ts'
import type { RelayCall } from './relay-call.ts'
import { isServedElsewhere, relayedRequest, type RelayedRequest } from './relayed-paths.ts'

interface RouterOptions {
  readonly ports: Ports
  readonly maxRequestBytes: number
  readonly readBilling: ReadBilling
  readonly bodies: BodyGate
  readonly upgrade: Upgrade
  readonly refusalOf: (error: unknown, requestId: string) => RelayRefusal
}

const jsonReply = (value: unknown): RelayReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const PLAIN_HEADER = /^[\t\u0020-\u007e]{0,1000}$/

/** A header that goes on to upstream. One that cannot be sent would be held against the channel. */
const forwardedHeader = ({ headers }: Request, name: string): string => {
  const value = headers.get(name) ?? ''
  if (PLAIN_HEADER.test(value)) return value
  throw new RelayRefusal('invalid-request', { problem: { zh: `请求头 ${name} 无效`, en: `The header ${name} is malformed` } })
}

const forwardedHeaders = (request: Request, names: readonly string[]): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = forwardedHeader(request, name)
    if (value !== '') headers[name] = value
  }
  return headers
}

const contentTypeOf = (request: Request): string => forwardedHeader(request, 'content-type')

const requestedBy = ({ request: { method }, path }: RelayCall): RelayedRequest => {
  const relayed = relayedRequest(method, path)
  if (relayed !== undefined) return relayed
  throw new RelayRefusal(isServedElsewhere(method, path) ? 'not-supported' : 'unknown-path', { params: { method, path } })
}

type ServedRequest = Exclude<RelayedRequest, { readonly kind: 'realtime' | 'chat' }>

const RELAYED_BY = { wire: relayWire, count: relayCount, embeddings: relayEmbeddings } as const

const modelsOf = (wire: ServedWire | 'chat'): WireModels | undefined => {
  const spoken: CallerWire | undefined = wire === 'chat' ? undefined : callerWires[wire]
  return spoken?.models
}

/**
 * The relay's own small router: it stays off the framework because every microsecond here is paid by every request. The caller is
 * authenticated here, before anything is read of the body, and handed over.
 */
export const createRelayRouter = ({ ports, maxRequestBytes, readBilling, bodies, upgrade, refusalOf }: RouterOptions) => {
  const openRealtime = createRealtimeDoor({ ports, upgrade, refusalOf })

  const readText = ({ request, capture }: RelayCall): Promise<string> => {
    const reading = readRelayText(request, bodies, maxRequestBytes)
    if (capture === undefined) return reading
    return reading.then((text) => {
      capture.request(text, '')
      return text
    })
  }

  const readBytes = async ({ request, capture }: RelayCall): Promise<Uint8Array> => {
    const bytes = await readRelayBody(request, bodies, maxRequestBytes)
    capture?.request(bytes, request.headers.get('content-type') ?? '')
    return bytes
  }

  const serve = async (relayed: ServedRequest, call: RelayCall, caller: Caller): Promise<RelayReply> => {
    const { request, input, wire: spoken } = call
    switch (relayed.kind) {
      case 'count':
      case 'embeddings':
      case 'wire': {
        const wire: CallerWire = callerWires[relayed.wire]
        const headers = forwardedHeaders(request, wire.forwardedHeaders)
        const rawBody = await readText(call)
        const address = relayed.asked && { ...relayed.asked, query: queryOf(request.url) }
        return await RELAYED_BY[relayed.kind]({ ...input, wire, headers, asked: address, rawBody }, caller, ports)
      }
      case 'client-secret': {
        const rawBody = await readRelayText(request, bodies, maxRequestBytes)
        const { authorization = '' } = call
        return giveClientSecret({ ...input, rawBody, authorization, isOlder: relayed.isOlder }, caller, ports)
      }
      case 'kept-answer': {
        const { method, id, step } = relayed
        const query = new URLSearchParams(queryOf(request.url))
        return await relayKeptAnswer({ ...input, wire: callerWires.responses, method, id, step, query }, caller, ports)
      }
      case 'edits':
        return await relayEdit({ ...input, rawBody: await readText(call) }, caller, ports)
      case 'task': {
        const body = await readBytes(call)
        const { task, pathModel } = relayed
        return await relayTask({ ...input, task, contentType: contentTypeOf(request), body, pathModel }, caller, ports)
      }
      case 'proxy': {
        const body = await readBytes(call)
        const target = `${relayed.target}${queryOf(request.url)}`
        const { method } = request
        const described = { channelId: relayed.channelId, method, target, accept: forwardedHeader(request, 'accept') }
        return await relayProxy({ ...input, ...described, contentType: contentTypeOf(request), body }, caller, ports)
      }
      case 'models':
        return jsonReply(await listModels({ form: modelsOf(spoken), query: new URLSearchParams(queryOf(request.url)) }, caller, ports))
      case 'model':
        return jsonReply(await getModel({ model: relayed.model, form: modelsOf(spoken) }, caller, ports))
      case 'billing':
        return jsonReply(await readBilling(relayed.report, caller))
    }
  }

  /** Apart from the others, because each async function on the way is paid by every chat. */
  const serveChat = (call: RelayCall, caller: Caller): Promise<RelayReply> =>
    readText(call).then((rawBody) => relayChat({ ...call.input, rawBody }, caller, ports))

  const answer = (relayed: ServedRequest | { readonly kind: 'chat' }, call: RelayCall, caller: Caller): Promise<RelayReply> =>
    relayed.kind === 'chat' ? serveChat(call, caller) : serve(relayed, call, caller)

  const run = (relayed: ServedRequest | { readonly kind: 'chat' }, call: RelayCall, caller: Caller): Promise<RelayReply> => {
    call.capture?.by(caller.userId)
    return ports.load.runRequest(caller.userId, () => answer(relayed, call, caller))
  }

  return (call: RelayCall): Promise<RelayReply> => {
    const relayed = requestedBy(call)
    ports.load.requireRoom()
    // Its key may be one that opens nothing else.
    if (relayed.kind === 'realtime') return openRealtime(call)
    const found = authenticate(call.authorization, call.input.address, ports)
    return found instanceof Promise ? found.then((caller) => run(relayed, call, caller)) : run(relayed, call, found)
  }
}
