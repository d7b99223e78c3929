import type { Envelope } from '@weir/contract/envelope'
import { ApiClient } from './api-client.ts'

export interface CallerAnswer {
  readonly status: number
  readonly text: string
  readonly type: string
}

/** Calls the management API by its addresses alone, as a client that has never seen the contract. */
export class Caller {
  readonly #url: string
  readonly #cookie: string

  constructor(url: string, cookie = '') {
    this.#url = url
    this.#cookie = cookie
  }

  static async signIn(url: string, username?: string, password?: string): Promise<Caller> {
    return new Caller(url, (await ApiClient.signIn(url, username, password)).cookie)
  }

  /** `call` is method and address: `GET /api/token/?p=0`. */
  async ask(call: string, body?: unknown): Promise<CallerAnswer> {
    const [method = '', path = ''] = call.split(' ')
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { cookie: this.#cookie, 'accept-language': 'en', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') ?? '' }
  }

  async envelope<T = unknown>(call: string, body?: unknown): Promise<Envelope<T>> {
    return JSON.parse((await this.ask(call, body)).text) as Envelope<T>
  }

  /** The data of a call that must succeed. */
  async data<T>(call: string, body?: unknown): Promise<T> {
    const { success, message, data } = await this.envelope<T>(call, body)
    if (!success) throw new Error(`${call}: ${message}`)
    return data as T
  }

  /** The reason of a call that must be refused. */
  async refusal(call: string, body?: unknown): Promise<string> {
    const { success, message } = await this.envelope(call, body)
    if (success) throw new Error(`${call} was not refused`)
    return message
  }
}
