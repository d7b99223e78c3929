import type { Member } from '../server-harness.ts'

/** How a client of the family shows who it is. */
export type CredentialForm = 'cookie' | 'token' | 'bearer' | 'new-api'

export interface Row {
  readonly [name: string]: unknown
  readonly id: number
}

export interface Reply {
  readonly status: number
  readonly success: unknown
  readonly message: unknown
  readonly data: unknown
}

export interface ClientOptions {
  readonly origin: string
  readonly form: CredentialForm
  readonly member: Member
  readonly accessToken: string
  /** Whether paths end with a slash: both forms are in use. */
  readonly hasSlash: boolean
}

/** Calls the management API as the consoles of the family do: whole objects as JSON, nulls among them, over a socket. */
export class ConsoleClient {
  readonly #options: ClientOptions
  /** Every call that was made, as `METHOD path` with the names of the path's parts. */
  readonly walked = new Set<string>()

  constructor(options: ClientOptions) {
    this.#options = options
  }

  get #headers(): Record<string, string> {
    const { form, member, accessToken } = this.#options
    const common = { accept: 'application/json, text/plain, */*', 'accept-language': 'en' }
    switch (form) {
      case 'cookie':
        return { ...common, cookie: member.cookie, origin: this.#options.origin }
      case 'token':
        return { ...common, authorization: accessToken }
      case 'bearer':
        return { ...common, authorization: `Bearer ${accessToken}` }
      case 'new-api':
        return { ...common, authorization: `Bearer ${accessToken}`, 'new-api-user': String(member.id) }
    }
  }

  async call(
    method: string,
    template: string,
    { id, query = '', body }: { id?: number; query?: string; body?: unknown } = {},
  ): Promise<Reply> {
    this.walked.add(`${method} ${template}`)
    const bare = template.replace(':id', String(id)).replace(/\/$/, '')
    const response = await fetch(`${this.#options.origin}${bare}${this.#options.hasSlash ? '/' : ''}${query}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json;charset=UTF-8' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { success, message, data } = (await response.json()) as Record<string, unknown>
    return { status: response.status, success, message, data }
  }

  /** The rows of a list, in the form that this client reads. */
  rowsOf({ data }: Reply): readonly Row[] {
    const rows = this.#options.form === 'new-api' ? (data as { readonly items: readonly Row[] }).items : data
    return rows as readonly Row[]
  }
}
