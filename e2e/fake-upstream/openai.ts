import { DEFAULT_TEXT, DEFAULT_USAGE, behaviourOf, type Behaviour } from './behaviour.ts'

/** One request as the fake saw it: the independent witness for what was really sent and produced. */
export interface JournalEntry {
  readonly authorization: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  eventsSent: number
  wasAborted: boolean
  isFinished: boolean
}

interface ChatBody {
  readonly model?: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
}

const errorReply = (status: number, error: object): Response => Response.json({ error }, { status })

const usageOf = (behaviour: Behaviour) => (behaviour.usage === undefined ? DEFAULT_USAGE : behaviour.usage)

const withTotal = (usage: { prompt_tokens: number; completion_tokens: number }) => ({
  ...usage,
  total_tokens: usage.prompt_tokens + usage.completion_tokens,
})

const pieces = (text: string, count: number): readonly string[] => {
  const size = Math.max(1, Math.ceil(text.length / count))
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size) || '.')
}

/** Speaks OpenAI's chat wire on loopback and refuses what OpenAI refuses: a wrong key, no model, no messages. */
export class FakeOpenai {
  readonly journal: JournalEntry[] = []
  readonly #keys: ReadonlySet<string>
  readonly #server: Bun.Server<undefined>
  #waiters: (() => void)[] = []
  #isFreeRunning = false

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys)
    this.#server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: (request) => this.#answer(request) })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  /** Lets every waiting request take one step. */
  go(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }

  /** No request waits from now on. */
  goOn(): void {
    this.#isFreeRunning = true
    this.go()
  }

  async stop(): Promise<void> {
    await this.#server.stop(true)
  }

  async #turn(): Promise<void> {
    if (!this.#isFreeRunning) await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  async #answer(request: Request): Promise<Response> {
    const authorization = request.headers.get('authorization') ?? ''
    const { pathname } = new URL(request.url)
    if (!this.#keys.has(authorization.replace(/^Bearer /, ''))) {
      return errorReply(401, {
        message: `Incorrect API key provided: ${authorization}`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      })
    }
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
      return errorReply(404, {
        message: `Unknown request URL: ${request.method} ${pathname}`,
        type: 'invalid_request_error',
        code: 'unknown_url',
      })
    }
    const body = (await request.json()) as ChatBody
    const entry: JournalEntry = {
      authorization,
      headers: Object.fromEntries(request.headers),
      body: { ...body },
      eventsSent: 0,
      wasAborted: false,
      isFinished: false,
    }
    this.journal.push(entry)
    request.signal.addEventListener('abort', () => (entry.wasAborted = !entry.isFinished))
    return await this.#chat(body, entry)
  }

  async #chat(body: ChatBody, entry: JournalEntry): Promise<Response> {
    if (!body.model) return errorReply(400, { message: 'you must provide a model parameter', type: 'invalid_request_error', code: null })
    if (!body.messages?.length)
      return errorReply(400, { message: "'messages' must not be empty", type: 'invalid_request_error', code: 'empty_array' })
    const behaviour = behaviourOf(body.messages.at(-1)?.content)
    if (behaviour.waits === 'before-reply') await this.#turn()
    if (behaviour.status !== undefined)
      return errorReply(behaviour.status, behaviour.error ?? { message: 'as asked', type: 'server_error', code: null })
    return body.stream ? this.#stream(body, behaviour, entry) : this.#whole(body.model, behaviour, entry)
  }

  #whole(model: string, behaviour: Behaviour, entry: JournalEntry): Response {
    const usage = usageOf(behaviour)
    entry.isFinished = true
    return Response.json(
      {
        id: 'chatcmpl-fake',
        object: 'chat.completion',
        created: 1_700_000_000,
        model,
        choices: [
          { index: 0, message: { role: 'assistant', content: behaviour.text ?? DEFAULT_TEXT }, finish_reason: 'stop', logprobs: null },
        ],
        ...(usage && { usage: withTotal(usage) }),
      },
      { headers: { 'x-ratelimit-remaining-requests': '59', 'set-cookie': 'tracking=1' } },
    )
  }

  #stream(body: ChatBody, behaviour: Behaviour, entry: JournalEntry): Response {
    const fake = this
    const chunk = (over: object) =>
      `data: ${JSON.stringify({ id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_700_000_000, model: body.model, ...over })}\n\n`
    const frames = async function* () {
      for (const piece of pieces(behaviour.text ?? DEFAULT_TEXT, behaviour.events ?? 5)) {
        if (behaviour.cutAfter !== undefined && entry.eventsSent >= behaviour.cutAfter) return
        if (behaviour.waits === 'between-events' && entry.eventsSent > 0) await fake.#turn()
        entry.eventsSent++
        yield chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: piece }, finish_reason: null }] })
      }
      yield chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      const usage = usageOf(behaviour)
      if (body.stream_options?.include_usage && usage) yield chunk({ choices: [], usage: withTotal(usage) })
      entry.isFinished = true
      yield 'data: [DONE]\n\n'
    }
    return new Response(frames() as unknown as BodyInit, { headers: { 'content-type': 'text/event-stream' } })
  }
}
