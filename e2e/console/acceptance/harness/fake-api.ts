import { eventually } from '../../../../tools/testing/eventually.ts'
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

/** No call of the console: it passes whatever a test does to those. */
export const PROBE = '/api/probe-of-the-recorder'

const parseBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

const callOf = async (request: Request): Promise<Call> => {
  const { pathname, searchParams } = new URL(request.url)
  return { method: request.method, path: pathname, query: Object.fromEntries(searchParams), body: parseBody(await request.text()) }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** The connection ends in the middle of the answer. */
const brokenBody = () =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{'))
      // Without a reason: an error would be printed as if the test had failed.
      controller.error()
    },
  })

const responseOf = (reply: Reply): Response => {
  if (reply === 'lost') return new Response(brokenBody())
  return Response.json(reply.body, { status: reply.status, headers: { 'cache-control': 'no-store' } })
}

/** Stands in for the server: answers every call under /api/ from a table and writes it down. */
export class FakeApi {
  readonly #answers: Map<string, Answer>
  #calls: Call[] = []
  #probes = 0

  constructor(answers: Answers) {
    this.#answers = new Map(Object.entries(answers))
  }

  async handle(request: Request): Promise<Response> {
    const call = await callOf(request)
    if (call.path === PROBE) {
      this.#probes += 1
      return new Response()
    }
    this.#calls.push(call)
    const answer = this.#answers.get(nameOf(call)) ?? httpError(404, `the test has no answer for ${nameOf(call)}`)
    return responseOf(await (typeof answer === 'function' ? answer(call) : answer))
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
