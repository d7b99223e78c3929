import { behaviourOf } from './behaviour.ts'
import { streamReply, wholeReply, type ChatBody } from './chat-wire.ts'
import { Gate } from './gate.ts'
import { openEntry, type JournalEntry } from './journal.ts'

const errorReply = (status: number, error: object): Response => Response.json({ error }, { status })

const refusal = (status: number, message: string, code: string | null): Response =>
  errorReply(status, { message, type: 'invalid_request_error', code })

/** Speaks OpenAI's chat wire on loopback and refuses what OpenAI refuses: a wrong key, no model, no messages. */
export class FakeOpenai {
  readonly journal: JournalEntry[] = []
  readonly gate = new Gate()
  readonly #keys: ReadonlySet<string>
  readonly #server: Bun.Server<undefined>

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys)
    this.#server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: (request) => this.#answer(request) })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  async stop(): Promise<void> {
    this.gate.open()
    await this.#server.stop(true)
  }

  async #answer(request: Request): Promise<Response> {
    const authorization = request.headers.get('authorization') ?? ''
    const { pathname } = new URL(request.url)
    if (!this.#keys.has(authorization.replace(/^Bearer /, ''))) {
      return refusal(401, `Incorrect API key provided: ${authorization}`, 'invalid_api_key')
    }
    if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
      return refusal(404, `Unknown request URL: ${request.method} ${pathname}`, 'unknown_url')
    }
    const body = (await request.json()) as ChatBody
    const entry = openEntry(request, body)
    this.journal.push(entry)
    return await this.#chat(body, entry)
  }

  async #chat(body: ChatBody, entry: JournalEntry): Promise<Response> {
    if (!body.model) return refusal(400, 'you must provide a model parameter', null)
    if (!body.messages?.length) return refusal(400, "'messages' must not be empty", 'empty_array')
    const behaviour = behaviourOf(body.messages.at(-1)?.content)
    if (behaviour.waits === 'before-reply') await this.gate.turn()
    if (behaviour.status !== undefined) {
      return errorReply(behaviour.status, behaviour.error ?? { message: 'as asked', type: 'server_error', code: null })
    }
    return (body.stream ? streamReply : wholeReply)({ body, behaviour, entry, gate: this.gate })
  }
}
