import { openJsonService, type ServiceCall } from '../json-service.ts'

// Each of them checks what the real one checks: the client's id and secret, that a code was given out and not used before,
// the form of the request, and the bearer token of the second call.

type Fields = Readonly<Record<string, unknown>>

const jsonBody = (body: string): Fields => {
  try {
    return JSON.parse(body) as Fields
  } catch {
    return {}
  }
}

/** Codes and tokens that work once or as long as they must. */
class Desk<T> {
  readonly #codes = new Map<string, T>()
  readonly #tokens = new Map<string, T>()

  codeFor(person: T): string {
    const code = crypto.randomUUID()
    this.#codes.set(code, person)
    return code
  }

  exchange(code: unknown): string | undefined {
    const person = this.#codes.get(String(code))
    if (person === undefined) return undefined
    this.#codes.delete(String(code))
    const token = crypto.randomUUID()
    this.#tokens.set(token, person)
    return token
  }

  whoIs(authorization: string | null): T | undefined {
    return this.#tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
  }
}

interface GithubPerson {
  readonly id: number
  login: string
  readonly name: string | null
  readonly email: string
  readonly verified: boolean
}

export const openFakeGithub = () => {
  const desk = new Desk<GithubPerson>()
  let lastId = 580_000
  const state = { isDown: false }
  const exchange = ({ headers, body }: ServiceCall) => {
    if (headers.get('accept') !== 'application/json') return new Response('error=not_json', { status: 200 })
    const { client_id: id, client_secret: secret, code } = jsonBody(body)
    if (id !== 'github id' || secret !== 'github secret') return { error: 'incorrect_client_credentials' }
    const token = desk.exchange(code)
    return token === undefined ? { error: 'bad_verification_code' } : { access_token: token, token_type: 'bearer', scope: 'user:email' }
  }

  const tell = ({ path, headers }: ServiceCall) => {
    // The real one answers 403 to a call without a user agent.
    if (headers.get('user-agent') === null) return new Response('', { status: 403 })
    const person = desk.whoIs(headers.get('authorization'))
    if (person === undefined) return Response.json({ message: 'Bad credentials' }, { status: 401 })
    if (path === '/user') return { id: person.id, login: person.login, name: person.name, email: person.email }
    if (path !== '/user/emails') return undefined
    return [
      { email: 'other@example.com', primary: false, verified: true },
      { email: person.email, primary: true, verified: person.verified },
    ]
  }

  const service = openJsonService((call) => {
    if (state.isDown) return new Response('', { status: 502 })
    if (call.method === 'POST') return call.path === '/login/oauth/access_token' ? exchange(call) : undefined
    return tell(call)
  })
  return Object.assign(state, {
    url: service.url,
    calls: service.calls,
    close: service.close,
    person: (fields: Partial<GithubPerson> & { readonly login: string }): GithubPerson => ({
      id: ++lastId,
      name: null,
      email: `${lastId}@users.example`,
      verified: true,
      ...fields,
    }),
    codeFor: (person: GithubPerson) => desk.codeFor(person),
  })
}

interface LarkPerson {
  readonly open_id: string
  readonly union_id?: string
  readonly name: string
}

export const openFakeLark = () => {
  const desk = new Desk<LarkPerson>()
  const service = openJsonService(({ method, path, headers, body }) => {
    if (method === 'POST' && path === '/open-apis/authen/v2/oauth/token') {
      const asked = jsonBody(body)
      const expected = { grant_type: 'authorization_code', client_id: 'lark id', client_secret: 'lark secret' }
      const isRight = Object.entries(expected).every(([name, value]) => asked[name] === value)
      const isHome = asked['redirect_uri'] === 'https://weir.example/oauth/lark'
      const token = isRight && isHome ? desk.exchange(asked['code']) : undefined
      if (token === undefined) return Response.json({ code: 20003, error: 'invalid_grant' }, { status: 400 })
      return { code: 0, access_token: token, expires_in: 7200, token_type: 'Bearer' }
    }
    if (method !== 'GET' || path !== '/suite/passport/oauth/userinfo') return undefined
    return desk.whoIs(headers.get('authorization')) ?? Response.json({ code: 99991663 }, { status: 401 })
  })
  return { url: service.url, calls: service.calls, close: service.close, codeFor: (person: LarkPerson) => desk.codeFor(person) }
}

/** The WeChat server: codes live for three minutes and work once. */
export const openFakeWechat = (clock: () => number) => {
  const codes = new Map<string, { readonly id: string; readonly until: number }>()
  const service = openJsonService(({ method, path, query, headers }) => {
    if (method !== 'GET' || path !== '/api/wechat/user') return undefined
    if (headers.get('authorization') !== 'wechat token') return { success: false, message: '无效的 token' }
    const code = query.get('code') ?? ''
    const entry = codes.get(code)
    codes.delete(code)
    return entry !== undefined && clock() < entry.until
      ? { success: true, message: '', data: entry.id }
      : { success: false, message: '验证码错误或已过期' }
  })
  return { url: service.url, calls: service.calls, close: service.close, codes }
}
