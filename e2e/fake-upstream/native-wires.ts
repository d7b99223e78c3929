/** Providers with wires of their own, as far as a conversation with each needs them. One server plays them all. */

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const stream = (...frames: readonly string[]): Response =>
  new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
const lines = (...objects: readonly unknown[]): string => objects.map((object) => `${JSON.stringify(object)}\n`).join('')

const ollama = async (request: Request): Promise<Response> => {
  const { stream: isStream, messages } = (await request.json()) as { stream: boolean; messages: readonly { content: string }[] }
  const content = `heard ${messages.at(-1)?.content}`
  const end = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 7, eval_count: 5 }
  if (!isStream) return json({ ...end, message: { role: 'assistant', content } })
  return new Response(lines({ message: { role: 'assistant', content }, done: false }, end), {
    headers: { 'content-type': 'application/x-ndjson' },
  })
}

const sparkFrame = (content: string, status: number): string =>
  JSON.stringify({
    header: { code: 0, message: 'Success', sid: 'cht1', status },
    payload: {
      choices: { status, seq: 0, text: [{ content, role: 'assistant', index: 0 }] },
      ...(status === 2 && { usage: { text: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } } }),
    },
  })

const replicatePrediction = (origin: string, status: string): object => ({
  id: 'p1',
  status,
  output: status === 'succeeded' ? ['Hel', 'lo'] : null,
  metrics: { input_token_count: 3, output_token_count: 2 },
  urls: { stream: `${origin}/replicate-stream` },
})

export class FakeNative {
  readonly #server
  /** Tokens that Baidu has given out; only the last one is good. */
  tokensGiven = 0
  #predictionsAsked = 0
  #tasksAsked = 0

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request, server) => (server.upgrade(request) ? undefined : this.#answer(request)),
      websocket: {
        message: (socket) => {
          for (const [text, status] of [
            ['Hel', 0],
            ['lo', 2],
          ] as const)
            socket.send(sparkFrame(text, status))
        },
      },
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  /** The token that is in use stops working, as when somebody else fetched a new one. */
  revokeToken(): void {
    this.tokensGiven += 1
  }

  async stop(): Promise<void> {
    await this.#server.stop(true)
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/api/chat') return await ollama(request)
    if (pathname === '/v3/chat') return this.#coze()
    if (pathname === '/oauth/2.0/token') return json({ access_token: `token-${++this.tokensGiven}`, expires_in: 2_592_000 })
    if (pathname.startsWith('/rpc/')) return this.#baidu(searchParams.get('access_token') ?? '')
    if (pathname.endsWith('/image-synthesis')) return json({ output: { task_id: 't1', task_status: 'PENDING' } })
    if (pathname.startsWith('/api/v1/tasks/')) return this.#task()
    if (pathname.endsWith('/predictions')) return json(replicatePrediction(this.url, 'starting'), 201)
    if (pathname === '/v1/predictions/p1') return this.#prediction()
    if (pathname === '/replicate-stream') return this.#replicateStream(request)
    return json({}, 404)
  }

  #coze(): Response {
    const event = (name: string, data: object): string => `event:${name}\ndata:${JSON.stringify(data)}\n\n`
    return stream(
      event('conversation.message.delta', { id: 'm1', type: 'answer', content: 'Hello' }),
      event('conversation.message.completed', { id: 'm1', type: 'answer', content: 'Hello' }),
      event('conversation.chat.completed', { id: 'c1', usage: { input_count: 3, output_count: 2, token_count: 5 } }),
    )
  }

  #baidu(token: string): Response {
    if (token !== `token-${this.tokensGiven}`) return json({ error_code: 110, error_msg: 'Access token invalid or no longer valid' })
    return json({ id: 'as-1', result: 'Hello', usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } })
  }

  #task(): Response {
    const isDone = ++this.#tasksAsked > 1
    return json({
      output: { task_id: 't1', task_status: isDone ? 'SUCCEEDED' : 'RUNNING', results: [{ url: 'https://example.com/1.png' }] },
      usage: { image_count: 1 },
    })
  }

  #prediction(): Response {
    return json(replicatePrediction(this.url, ++this.#predictionsAsked > 1 ? 'succeeded' : 'processing'))
  }

  /** The key belongs to the API and not to the server that streams. */
  #replicateStream(request: Request): Response {
    if (request.headers.has('authorization')) return json({}, 400)
    return stream('event: output\ndata: Hel\n\n', 'event: output\ndata: lo\n\n', 'event: done\ndata: {}\n\n')
  }
}
