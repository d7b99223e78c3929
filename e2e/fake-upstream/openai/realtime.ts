import { z } from 'zod'

/** What an answer in words and one in sound are reported to have used. */
const TEXT_USAGE = {
  total_tokens: 110,
  input_tokens: 100,
  output_tokens: 10,
  input_token_details: {
    text_tokens: 100,
    audio_tokens: 0,
    image_tokens: 0,
    cached_tokens: 20,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 0 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 0 },
}
const AUDIO_USAGE = {
  total_tokens: 260,
  input_tokens: 200,
  output_tokens: 60,
  input_token_details: {
    text_tokens: 50,
    audio_tokens: 150,
    image_tokens: 0,
    cached_tokens: 100,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 80 },
  },
  output_token_details: { text_tokens: 15, audio_tokens: 45 },
}
const TRANSCRIPT_USAGE = {
  type: 'tokens',
  total_tokens: 26,
  input_tokens: 22,
  output_tokens: 4,
  input_token_details: { text_tokens: 2, audio_tokens: 20 },
}

/** A second of sound, in two pieces. */
const HALF_SECOND = Buffer.alloc(24_000).toString('base64')

const clientEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session.update'), session: z.looseObject({ type: z.literal('realtime'), model: z.undefined().optional() }) }),
  z.object({ type: z.literal('input_audio_buffer.append'), audio: z.base64() }),
  z.object({ type: z.literal('input_audio_buffer.commit') }),
  z.object({
    type: z.literal('conversation.item.create'),
    item: z.object({
      type: z.literal('message'),
      role: z.literal('user'),
      content: z.tuple([z.object({ type: z.literal('input_text'), text: z.string() })]),
    }),
  }),
  z.object({ type: z.literal('response.create'), response: z.looseObject({ model: z.undefined().optional() }).optional() }),
  z.object({ type: z.literal('response.cancel') }),
])

interface State {
  readonly headers: Readonly<Record<string, string>>
  session: Record<string, unknown>
  said: string
  count: number
}

type Socket = Bun.ServerWebSocket<State>

/** Speaks OpenAI's Realtime API on loopback. What the caller said last decides on the answer: see `#answer`. */
export class FakeRealtime {
  readonly received: string[] = []
  readonly headers: Readonly<Record<string, string>>[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Bun.Server<State>

  constructor(key: string, models: readonly string[]) {
    this.#server = Bun.serve<State>({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request, server) => {
        const url = new URL(request.url)
        if (url.pathname !== '/v1/realtime') return Response.json({ error: { message: 'no such path' } }, { status: 404 })
        if (request.headers.get('authorization') !== `Bearer ${key}`) {
          return Response.json({ error: { code: 'invalid_api_key', message: 'Incorrect API key provided' } }, { status: 401 })
        }
        const model = url.searchParams.get('model') ?? ''
        if (!models.includes(model)) return Response.json({ error: { code: 'model_not_found' } }, { status: 404 })
        const headers = Object.fromEntries(request.headers)
        this.headers.push(headers)
        const data: State = { headers, session: { type: 'realtime', object: 'realtime.session', model }, said: '', count: 0 }
        return server.upgrade(request, { data }) ? undefined : new Response('', { status: 426 })
      },
      websocket: {
        open: (socket) => {
          this.#sockets.add(socket)
          this.#send(socket, 'session.created', { session: socket.data.session })
        },
        message: (socket, text) => this.#hear(socket, String(text)),
        close: (socket) => void this.#sockets.delete(socket),
      },
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  get openSockets(): number {
    return this.#sockets.size
  }

  async stop(): Promise<void> {
    await this.#server.stop(true)
  }

  #send(socket: Socket, type: string, event: object): void {
    socket.data.count += 1
    socket.send(JSON.stringify({ type, event_id: `event_${socket.data.count}`, ...event }))
  }

  #hear(socket: Socket, text: string): void {
    this.received.push(text)
    const parsed = clientEvent.safeParse(JSON.parse(text))
    if (!parsed.success) {
      const error = { type: 'invalid_request_error', code: 'invalid_value', message: parsed.error.message, param: null, event_id: null }
      return this.#send(socket, 'error', { error })
    }
    const event = parsed.data
    switch (event.type) {
      case 'session.update':
        socket.data.session = { ...socket.data.session, ...event.session }
        return this.#send(socket, 'session.updated', { session: socket.data.session })
      case 'input_audio_buffer.commit':
        return this.#commit(socket)
      case 'conversation.item.create':
        socket.data.said = event.item.content[0].text
        return this.#send(socket, 'conversation.item.added', { item: { id: 'item_1', ...event.item } })
      case 'response.create':
        return this.#answer(socket)
      case 'input_audio_buffer.append':
      case 'response.cancel':
        return undefined
    }
  }

  /** As with a detector of pauses: what was heard is written down, and an answer begins by itself. */
  #commit(socket: Socket): void {
    const item = { item_id: `item_${socket.data.count}` }
    this.#send(socket, 'input_audio_buffer.committed', item)
    const transcription = z.object({ input: z.object({ transcription: z.object({ model: z.string() }) }) })
    if (transcription.safeParse(socket.data.session['audio']).success) {
      const completed = { ...item, content_index: 0, transcript: 'hello there', usage: TRANSCRIPT_USAGE }
      this.#send(socket, 'conversation.item.input_audio_transcription.completed', completed)
    }
    socket.data.said = 'speak'
    this.#answer(socket)
  }

  #answer(socket: Socket): void {
    const id = `resp_${socket.data.count}`
    const part = { response_id: id, item_id: 'item_2', output_index: 0, content_index: 0 }
    const done = (usage: object) => {
      this.#send(socket, 'response.done', { response: { id, object: 'realtime.response', status: 'completed', output: [], usage } })
      this.#send(socket, 'rate_limits.updated', { rate_limits: [] })
    }
    this.#send(socket, 'response.created', { response: { id, object: 'realtime.response', status: 'in_progress', output: [] } })
    switch (socket.data.said) {
      case 'speak':
        for (const delta of [HALF_SECOND, HALF_SECOND]) this.#send(socket, 'response.output_audio.delta', { ...part, delta })
        this.#send(socket, 'response.output_audio_transcript.delta', { ...part, delta: 'Hello.' })
        return done(AUDIO_USAGE)
      case 'wait':
        return this.#send(socket, 'response.output_audio.delta', { ...part, delta: HALF_SECOND })
      case 'die':
        this.#send(socket, 'response.output_audio.delta', { ...part, delta: HALF_SECOND })
        return socket.terminate()
      default:
        for (const delta of ['Hello', ' there']) this.#send(socket, 'response.output_text.delta', { ...part, delta })
        return done(TEXT_USAGE)
    }
  }
}
