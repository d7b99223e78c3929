import { openRealtime } from '@weir/relay/endpoints/realtime'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import type { Ports } from '@weir/relay/ports'
import type { RealtimeSession } from '@weir/relay/realtime/session'
import { RelayRefusal } from '@weir/relay/refusal'
import type { SocketListener, UpstreamSocket } from '@weir/relay/socket'
import { eventually } from '../../../../tools/testing/eventually.ts'
import type { RelayHarness } from './relay-harness.ts'

type Event = Readonly<Record<string, unknown>> & { readonly type: string }

/** One end of a socket that is driven by hand. */
class HandSocket implements UpstreamSocket {
  readonly sent: Event[] = []
  isPaused = false
  closedWith: number | undefined
  buffered = 0
  readonly #early: string[] = []
  #listener: SocketListener | undefined

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Event)
  }
  bufferedBytes(): number {
    return this.buffered
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  ping(): void {}
  close(code: number): void {
    this.closedWith ??= code
  }
  listen(listener: SocketListener): void {
    this.#listener = listener
    for (const text of this.#early.splice(0)) listener.message(text)
  }
  say(event: object): void {
    const text = JSON.stringify(event)
    if (this.#listener === undefined) this.#early.push(text)
    else this.#listener.message(text)
  }
  types(): readonly string[] {
    return this.sent.map(({ type }) => type)
  }
  next(type: string, count = 1): Promise<Event> {
    return eventually(`${count} × ${type}`, () => this.sent.filter((event) => event.type === type)[count - 1])
  }
}

/** What an answer reports: 100 tokens in and 10 out, all of them words. */
export const done = (id: string, usage: object = { input_tokens: 100, output_tokens: 10 }) => ({
  type: 'response.done',
  response: { id, status: 'completed', usage },
})

export const created = (id: string) => ({ type: 'response.created', response: { id } })

export interface RealtimeStand {
  readonly session: RealtimeSession
  readonly caller: HandSocket
  readonly upstream: HandSocket
  /** The caller hears and says events. */
  readonly ask: (event: object) => void
  readonly askText: (text: string) => void
  readonly leave: () => void
  readonly ended: Promise<void>
}

interface StandOptions {
  readonly authorization: string
  readonly model?: string | undefined
  readonly ports?: Partial<Ports>
  /** How upstreams greet, one after the other. */
  readonly greetings?: readonly object[]
}

/** A session over the real ledger, between two sockets that a test drives. */
export const openRealtimeStand = async (harness: RelayHarness, options: StandOptions): Promise<RealtimeStand> => {
  const greetings = [...(options.greetings ?? [{ type: 'session.created', session: {} }])]
  const sockets: HandSocket[] = []
  const openSocket = (): Promise<UpstreamSocket> => {
    const socket = new HandSocket()
    sockets.push(socket)
    socket.say(greetings.shift() ?? {})
    return Promise.resolve(socket)
  }
  const ports: Ports = { ...harness.ports, openSocket, ...options.ports }
  const opened = await openRealtime(
    {
      address: '192.0.2.1',
      requestId: `r${crypto.randomUUID()}`,
      language: 'en',
      envelope: chatEnvelope,
      signal: new AbortController().signal,
      authorization: options.authorization,
      model: options.model,
      isBeta: false,
      refusalOf: () => new RelayRefusal('internal'),
    },
    ports,
  )
  if (opened.kind === 'refused') throw new Error(`refused with ${opened.reply.status}`)
  const { session } = opened
  const ended = new Promise<void>((resolve) => session.onEnd(resolve))
  const caller = new HandSocket()
  const listener = session.attach(caller)
  const upstream = sockets.at(-1)
  if (upstream === undefined) throw new Error('no socket was opened')
  return {
    session,
    caller,
    upstream,
    ended,
    ask: (event) => listener.message(JSON.stringify(event)),
    askText: (text) => listener.message(text),
    leave: () => listener.closed(1001),
  }
}
