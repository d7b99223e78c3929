import { parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { toQuota } from '@weir/ledger/quota'
import type { Caller, RequestKind, RelayInput } from '../stage-types.ts'
import type { Channel, Ports } from '../ports.ts'
import { requestOn } from '../upstream/channel-request.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import { ProxiedStream, toldUsage } from '../streams/proxied.ts'
import { isEventStream } from '../upstream/upstream-call.ts'
import { openStream } from '../attempts/open-stream.ts'

export interface ProxyInput extends RelayInput {
  readonly channelId: number
  readonly method: string
  /** Path and query behind the channel's number. */
  readonly target: string
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]
type ForwardedInput = ProxyInput & { readonly method: Method }

const methodOf = (text: string): Method => {
  const method = METHODS.find((known) => known === text)
  if (method === undefined) throw new RelayRefusal('unknown-path', { params: { method: text, path: '/v1/oneapi/proxy' } })
  return method
}

const NOT_BELOW = { zh: '路径不能离开渠道的地址', en: "The path must stay below the channel's address" }

/** Some servers decode a path before they walk it, and take a backslash for a slash. */
const climbs = (path: string): boolean => {
  const plain = path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
  return plain.split('/').some((step) => step === '.' || step === '..')
}

/** The channel's key goes to the channel's address and to nothing beside it. */
const urlFor = ({ target }: ProxyInput, { baseUrl }: Channel): string => {
  const [path = ''] = target.split('?', 1)
  const url = `${baseUrl}${target}`
  if (climbs(path) || !URL.canParse(url) || new URL(url).origin !== new URL(baseUrl).origin) {
    throw new RelayRefusal('invalid-request', { problem: NOT_BELOW })
  }
  return url
}

const requestFor = (input: ForwardedInput, channel: Channel, url: string): UpstreamRequest => ({
  method: input.method,
  url,
  headers: {
    authorization: channel.key,
    ...(input.contentType !== '' && { 'content-type': input.contentType }),
    accept: input.accept || '*/*',
  },
  body: [input.body],
})

/** What the row in the log is filed under; the proxy does not look into other bodies. */
const modelOf = (input: ProxyInput): string =>
  input.contentType.includes('json') ? (textAt(parseJson(new TextDecoder().decode(input.body)), 'model') ?? 'proxy') : 'proxy'

const proxyRequest = (input: ForwardedInput, url: string): RequestKind => ({
  model: modelOf(input),
  isStream: false,
  estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
  // The body is not looked into: it may refer to anything.
  asked: { rawBody: '', body: undefined, maxOutputTokens: undefined },
  isSupportedBy: () => true,
  dropped: () => [],
  attempt: async (attempt, ports) => {
    const { channel, link } = attempt
    const { firstByteTimeoutMs, maxReplyBytes } = ports.settings()
    const reply = await link.within(firstByteTimeoutMs, ports.send(requestOn(channel, requestFor(input, channel, url)), link.signal))
    const contentType = reply.headers.get('content-type') ?? 'application/octet-stream'
    const nothing = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'estimate' as const }
    const estimate = () => Promise.resolve(nothing)
    if (isEventStream(reply))
      return await openStream(
        {
          reply,
          stream: new ProxiedStream(),
          attempt,
          contentType,
          estimate,
          estimateRoughly: () => nothing,
        },
        ports,
      )
    const body = await readBody(reply, maxReplyBytes, patienceWithBody(link, ports))
    link.finish()
    const json = contentType.includes('json') ? parseJson(new TextDecoder().decode(body)) : undefined
    return {
      kind: 'whole',
      status: reply.status,
      headers: reply.headers,
      contentType,
      body,
      produced: { usage: toldUsage(json), estimate },
    }
  },
})

const allowedChannel = async (input: ProxyInput, caller: Caller, ports: Ports): Promise<Channel> => {
  if (!caller.isAdmin) throw new RelayRefusal('channel-pinned')
  const channel = (await ports.pool.snapshot()).byId(input.channelId)
  if (channel === undefined || channel.baseUrl === '' || !channel.groups.includes(caller.group)) {
    throw new RelayRefusal('invalid-channel', { params: { channel: input.channelId } })
  }
  return channel
}

/** Forwards a request as it is to one channel. Administrators only, within their group, and written to the log like any other. */
export const relayProxy = async (input: ProxyInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const method = methodOf(input.method)
  const channel = await allowedChannel(input, caller, ports)
  const pinned = { ...caller, pinnedChannelId: channel.id, models: [] }
  return await relayRequest(proxyRequest({ ...input, method }, urlFor(input, channel)), pinned, {
    input,
    ports: { ...ports, settings: () => ({ ...ports.settings(), preConsumedQuota: toQuota(0) }) },
    startedAt,
  })
}
