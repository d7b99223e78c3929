import type { BrowserContext, Request, Route } from 'playwright-core'
import { eventually } from '../../../harness/eventually.ts'
import { httpError, type Reply } from './replies.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export type Answer = Reply | ((call: Call) => Reply | Promise<Reply>)

/** Keys are `GET /api/token/`: method and path, without the query. */
export type Answers = Readonly<Record<string, Answer>>

const PROBE = '/api/probe-of-the-recorder'

const parseBody = (request: Request): unknown => {
  const text = request.postData()
  return text === null ? undefined : JSON.parse(text)
}

const callOf = (request: Request): Call => {
  const { pathname, searchParams } = new URL(request.url())
  return { method: request.method(), path: pathname, query: Object.fromEntries(searchParams), body: parseBody(request) }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

const send = (route: Route, reply: Reply) =>
  reply === 'lost' ? route.abort('connectionreset') : route.fulfill({ status: reply.status, json: reply.body })

/** Stands in for the server: answers every call under /api/ from a table and writes it down. */
export class FakeApi {
  readonly #answers: Map<string, Answer>
  #calls: Call[] = []
  #probes = 0

  constructor(answers: Answers) {
    this.#answers = new Map(Object.entries(answers))
  }

  async attach(context: BrowserContext): Promise<void> {
    await context.route(
      (url) => url.pathname.startsWith('/api/'),
      async (route, request) => {
        const call = callOf(request)
        if (call.path === PROBE) {
          this.#probes += 1
          await send(route, httpError(204))
          return
        }
        this.#calls.push(call)
        const answer = this.#answers.get(nameOf(call)) ?? httpError(404, `the test has no answer for ${nameOf(call)}`)
        const reply = await (typeof answer === 'function' ? answer(call) : answer)
        // A page that has gone away no longer waits for its answers.
        await send(route, reply).catch(() => undefined)
      },
    )
  }

  answer(name: string, answer: Answer): void {
    this.#answers.set(name, answer)
  }

  calls(name?: string): readonly Call[] {
    return name === undefined ? this.#calls : this.#calls.filter((call) => nameOf(call) === name)
  }

  forget(): void {
    this.#calls = []
  }

  /** Waits for a call and for the `count`th of its name, and returns it. */
  called(name: string, count = 1): Promise<Call> {
    const seen = () => this.calls().map(nameOf).join(', ')
    return eventually(`${name}, call ${count}`, () => this.calls(name)[count - 1]).catch((cause: unknown) => {
      throw new Error(`${name} was not called ${count} time(s); seen: ${seen()}`, { cause })
    })
  }

  /** Runs a probe through the same channel: whatever the page had sent before is written down when it arrives. */
  async settle(probe: (path: string) => Promise<unknown>): Promise<void> {
    const before = this.#probes
    await probe(PROBE)
    await eventually('the probe arrives', () => (this.#probes > before ? true : undefined))
  }
}
