interface Answer {
  readonly success: boolean
  readonly message: string
  readonly data: unknown
}

/** Root's session in the console of a running server. */
export interface Session {
  readonly get: <T>(path: string) => Promise<T>
  readonly put: (path: string, body: unknown) => Promise<void>
  readonly addChannel: (channel: {
    readonly type: number
    readonly models: string
    readonly base_url?: string
    readonly group?: string
    readonly cost?: string
  }) => Promise<void>
  /** The key of a new token that never runs out. */
  readonly addToken: (name: string) => Promise<string>
}

const dataOf = async (reply: Response): Promise<unknown> => {
  const { success, message, data } = (await reply.json()) as Answer
  if (!success) throw new Error(`${reply.url}: ${message}`)
  return data
}

const send = (
  method: string,
  url: string,
  { cookie = '', body }: { readonly cookie?: string; readonly body: unknown },
): Promise<Response> => fetch(url, { method, headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) })

const signIn = async (base: string): Promise<string> => {
  const reply = await send('POST', `${base}/api/user/login`, { body: { username: 'root', password: '123456' } })
  await dataOf(reply)
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export const openSession = async (base: string): Promise<Session> => {
  const cookie = await signIn(base)
  return {
    get: async <T>(path: string) => (await dataOf(await fetch(`${base}${path}`, { headers: { cookie } }))) as T,
    put: async (path, body) => {
      await dataOf(await send('PUT', `${base}${path}`, { cookie, body }))
    },
    addChannel: async (channel) => {
      await dataOf(await send('POST', `${base}/api/channel/`, { cookie, body: { name: 'bench', key: 'key', ...channel } }))
    },
    addToken: async (name) => {
      const asked = { name, unlimited_quota: true, expired_time: -1 }
      const { key } = (await dataOf(await send('POST', `${base}/api/token/`, { cookie, body: asked }))) as { readonly key: string }
      return key.startsWith('sk-') ? key : `sk-${key}`
    },
  }
}
