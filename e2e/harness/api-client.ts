import type { ClientInput, DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import type { Envelope } from '@weir/contract/envelope'
import { login } from '@weir/contract/session'

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const pathOf = (endpoint: EndpointDefinition, { params = {}, query = {} }: AnyInput): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Calls the management API as a script would, typed by the contract. */
export class ApiClient {
  readonly #url: string
  readonly cookie: string

  constructor(url: string, cookie = '') {
    this.#url = url
    this.cookie = cookie
  }

  static async signIn(url: string, username = 'root', password = '123456'): Promise<ApiClient> {
    const response = await new ApiClient(url).send(login, { body: { username, password } })
    const [cookie] = response.headers.getSetCookie()
    if (cookie === undefined) throw new Error(`${username} could not sign in: ${await response.text()}`)
    return new ApiClient(url, cookie.split(';', 1)[0])
  }

  async send(endpoint: EndpointDefinition, input: AnyInput): Promise<Response> {
    return await fetch(`${this.#url}${pathOf(endpoint, input)}`, {
      method: endpoint.method,
      headers: { cookie: this.cookie, 'accept-language': 'en', 'content-type': 'application/json' },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
  }

  /** The data of a call that must succeed. */
  async call<const D extends EndpointDefinition>(endpoint: D, input: ClientInput<D>): Promise<DataOf<D>> {
    const response = await this.send(endpoint, input)
    const envelope = (await response.json()) as Envelope<unknown>
    if (!envelope.success) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${envelope.message}`)
    return endpoint.data.parse(envelope.data) as DataOf<D>
  }
}
