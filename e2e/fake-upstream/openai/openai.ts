import { ZodError } from 'zod'
import { behaviourOf } from '../behaviour.ts'
import { streamReply, wholeReply, type ChatBody } from './chat-wire.ts'
import { Gate } from '../gate.ts'
import { openEntry, type JournalEntry } from '../journal.ts'
import { readOpenaiCall } from './openai-checks.ts'
import { openaiTasks, transcribe } from './openai-tasks.ts'
import { answerTo } from '../script.ts'

const errorReply = (status: number, error: object): Response => Response.json({ error }, { status })

const refusal = (status: number, message: string, code: string | null): Response =>
  errorReply(status, { message, type: 'invalid_request_error', code })

/** What OpenAI's schema does not allow is the caller's mistake; anything else is ours. */
const refusingNonsense = (answer: () => Response): Response => {
  try {
    return answer()
  } catch (error) {
    if (error instanceof ZodError) return refusal(400, error.message, null)
    throw error
  }
}

/** Speaks OpenAI's wire on loopback and refuses what OpenAI refuses: a wrong key, a missing field, a tool call without an answer. */
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
    if (request.method === 'POST' && pathname === '/v1/audio/transcriptions') return await this.#transcribe(request)
    const task = openaiTasks.get(pathname)
    if (request.method !== 'POST' || (pathname !== '/v1/chat/completions' && task === undefined)) {
      return refusal(404, `Unknown request URL: ${request.method} ${pathname}`, 'unknown_url')
    }
    const body = (await request.json()) as ChatBody
    const entry = openEntry(request, body)
    this.journal.push(entry)
    return task === undefined ? await this.#chat(body, entry) : refusingNonsense(() => task(body))
  }

  async #transcribe(request: Request): Promise<Response> {
    const parsed = await request.formData().catch(() => undefined)
    if (parsed === undefined) return refusal(400, 'Could not parse multipart form', null)
    const form = [...parsed]
    const fields = form.map(([name, value]) => [name, typeof value === 'string' ? value : `${value.name}, ${value.size} bytes`])
    this.journal.push(openEntry(request, Object.fromEntries(fields) as object))
    return refusingNonsense(() => transcribe(Object.fromEntries(form)))
  }

  async #chat(body: ChatBody, entry: JournalEntry): Promise<Response> {
    if (!body.model) return refusal(400, 'you must provide a model parameter', null)
    if (!body.messages?.length) return refusal(400, "'messages' must not be empty", 'empty_array')
    const behaviour = behaviourOf(body.messages.at(-1)?.content)
    if (behaviour.waits === 'before-reply') await this.gate.turn()
    if (behaviour.status !== undefined) {
      return errorReply(behaviour.status, behaviour.error ?? { message: 'as asked', type: 'server_error', code: null })
    }
    return refusingNonsense(() => this.#reply(body, entry))
  }

  #reply(body: ChatBody, entry: JournalEntry): Response {
    const behaviour = behaviourOf(body.messages?.at(-1)?.content)
    const answer = answerTo(readOpenaiCall(body))
    if (answer.kind === 'error') return refusal(answer.status, answer.message, 'scripted')
    const calls = answer.kind === 'calls' ? answer.calls : []
    const text = answer.kind === 'text' ? { text: answer.text } : {}
    return (body.stream ? streamReply : wholeReply)({ body, behaviour: { ...text, ...behaviour }, calls, entry, gate: this.gate })
  }
}
