import { join, resolve } from 'node:path'
import { bun, ROOT, stopper, untilLine } from './children.ts'
import { freePort } from './free-port.ts'

/** A running server and root's session in its console. */
export interface Weir {
  readonly pid: number
  readonly base: string
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
  readonly stop: () => Promise<void>
}

interface Answer {
  readonly success: boolean
  readonly message: string
  readonly data: unknown
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

export interface WeirOptions {
  /** Another checkout. */
  readonly root?: string
  /** Variables of the server. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The whole product: authentication, routing, hold, settlement and log row, on SQLite unless told. */
export const openWeir = async (folder: string, { root = ROOT, variables = {} }: WeirOptions = {}): Promise<Weir> => {
  const port = await freePort()
  const dataDir = join(folder, `weir-${port}`)
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, GLOBAL_API_RATE_LIMIT: '0', MAX_RUNNING_REQUESTS: '0' }
  const child = bun(resolve(root, 'apps/server/src/main.ts'), [], { ...settings, ...variables })
  await untilLine(child, /ready/)
  const base = `http://127.0.0.1:${port}`
  const cookie = await signIn(base)
  return {
    pid: child.pid,
    base,
    get: async <T>(path: string) => (await dataOf(await fetch(`${base}${path}`, { headers: { cookie } }))) as T,
    put: async (path, body) => {
      await dataOf(await send('PUT', `${base}${path}`, { cookie, body }))
    },
    addChannel: async (channel) => {
      await dataOf(await send('POST', `${base}/api/channel/`, { cookie, body: { name: 'bench', key: 'key', ...channel } }))
    },
    addToken: async (name) => {
      const made = await dataOf(await send('POST', `${base}/api/token/`, { cookie, body: { name, unlimited_quota: true } }))
      return `sk-${(made as { readonly key: string }).key}`
    },
    stop: stopper(child),
  }
}
