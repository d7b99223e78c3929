import { join, resolve } from 'node:path'
import { bun, ROOT, stopper, untilLine } from './children.ts'
import { freePort } from './free-port.ts'
import { openSession, type Session } from './session.ts'

/** A running server and root's session in its console. */
export interface Weir extends Session {
  readonly pid: number
  readonly base: string
  readonly stop: () => Promise<void>
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
  return { pid: child.pid, base, ...(await openSession(base)), stop: stopper(child) }
}
