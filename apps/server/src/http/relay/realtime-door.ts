import { openRealtime } from '@weir/relay/endpoints/realtime'
import type { Ports } from '@weir/relay/ports'
import { CloseCode } from '@weir/relay/socket'
import type { RealtimeSession } from '@weir/relay/realtime/session'
import { RelayRefusal } from '@weir/relay/refusal'
import type { RelayReply } from '@weir/relay/reply'
import { queryOf } from '../request/request-path.ts'
import type { RelayCall } from './relay-call.ts'

/** Turns a request into a socket for this session. False when its caller is gone or the handshake is none. */
export type Upgrade = (request: Request, session: RealtimeSession, headers: Readonly<Record<string, string>>) => boolean

interface DoorOptions {
  readonly ports: Ports
  readonly upgrade: Upgrade
  readonly refusalOf: (error: unknown, requestId: string) => RelayRefusal
}

/** What a caller is answered with whose request has become a socket: nothing of it is sent any more. */
const upgraded = (session: RealtimeSession): RelayReply => ({
  status: 101,
  headers: {},
  body: '',
  onEnd: (listener) => session.onEnd(listener),
})

const BETA_PROTOCOL = 'openai-beta.realtime-v1'
const BETA_HEADER = /(?:^|,)\s*realtime=v1\s*(?:,|$)/

const protocolsOf = ({ headers }: Request): readonly string[] =>
  (headers.get('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim())

const NO_HANDSHAKE = { zh: 'WebSocket 握手无效', en: 'The WebSocket handshake is malformed' }

/** Opens upstream first: whatever is refused until then is an ordinary reply with its status, and nothing of the caller's has been read. */
export const createRealtimeDoor =
  ({ ports, upgrade, refusalOf }: DoorOptions) =>
  async ({ request, authorization, input }: RelayCall): Promise<RelayReply> => {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw new RelayRefusal('websocket-required')
    const model = new URLSearchParams(queryOf(request.url)).get('model') ?? undefined
    const protocols = protocolsOf(request)
    const isBeta = protocols.includes(BETA_PROTOCOL) || BETA_HEADER.test(request.headers.get('openai-beta') ?? '')
    const opened = await openRealtime({ ...input, authorization, model, isBeta, refusalOf }, ports)
    if (opened.kind === 'refused') return opened.reply
    const named: Record<string, string> = { 'x-request-id': input.requestId, 'x-oneapi-request-id': input.requestId }
    if (protocols.includes('realtime')) named['sec-websocket-protocol'] = 'realtime'
    if (upgrade(request, opened.session, named)) return upgraded(opened.session)
    await opened.session.end({ code: CloseCode.normal, reason: '' })
    throw new RelayRefusal('invalid-request', { problem: NO_HANDSHAKE })
  }
