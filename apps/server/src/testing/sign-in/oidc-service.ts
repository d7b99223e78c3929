import { createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import Provider from 'oidc-provider'

export interface OidcPerson {
  readonly sub: string
  readonly [claim: string]: unknown
}

interface OidcOptions {
  readonly authMethod?: 'client_secret_post' | 'client_secret_basic'
}

export const OIDC_CLIENT = { id: 'weir client', secret: 'a secret / with + signs' }

interface Step {
  readonly url: string
  readonly form?: URLSearchParams
}

const MAX_STEPS = 20

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const port = portOf(probe)
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}

/** A certified OpenID provider, and a person who signs in there. */
export class OidcService {
  readonly issuer: string
  readonly #close: () => Promise<void>
  readonly #redirectUri: string

  private constructor(issuer: string, redirectUri: string, close: () => Promise<void>) {
    this.issuer = issuer
    this.#redirectUri = redirectUri
    this.#close = close
  }

  static async open(people: readonly OidcPerson[], redirectUri: string, options: OidcOptions = {}): Promise<OidcService> {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const method = options.authMethod ?? 'client_secret_basic'
    const provider = new Provider(issuer, {
      clients: [
        { client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret, redirect_uris: [redirectUri], token_endpoint_auth_method: method },
      ],
      clientAuthMethods: [method],
      claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
      pkce: { required: () => false },
      cookies: { keys: ['for this test alone'] },
      findAccount: (_, id) => {
        const person = people.find(({ sub }) => sub === id)
        return person && { accountId: id, claims: () => person }
      },
    })
    const answer = provider.callback()
    const server = createHttpServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
    const close = async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
    return new OidcService(issuer, redirectUri, close)
  }

  get wellKnown(): string {
    return `${this.issuer}/.well-known/openid-configuration`
  }

  /** Walks through the provider's own pages as a browser would and brings back the code. */
  async codeFor(sub: string): Promise<string> {
    const query = new URLSearchParams({
      client_id: OIDC_CLIENT.id,
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: this.#redirectUri,
      state: 'state',
    })
    const jar = new Map<string, string>()
    let step: Step = { url: `${this.issuer}/auth?${query.toString()}` }
    for (let count = 0; count < MAX_STEPS; count++) {
      if (step.url.startsWith(this.#redirectUri)) return new URL(step.url).searchParams.get('code') ?? ''
      step = await this.#walk(step, jar, sub)
    }
    throw new Error('the provider never came back')
  }

  async #walk({ url, form }: Step, jar: Map<string, string>, sub: string): Promise<Step> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) return { url: new URL(location, this.issuer).href }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(`the provider shows a page without a form: ${response.status}`)
    return {
      url: new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', this.issuer).href,
      form: new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt }),
    }
  }

  close(): Promise<void> {
    return this.#close()
  }
}
