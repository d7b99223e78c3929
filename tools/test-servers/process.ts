import { endWithUs } from '../gates/children.ts'
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'

export const isRoot = (): boolean => process.getuid?.() === 0

/** Below the range from which systems take the near end of outgoing connections: one of those would be in the way of a server. */
const LOWEST_PORT = 15_000
const HIGHEST_PORT = 32_000

const isFree = (port: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.on('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}

/** A loopback port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT))
    if (await isFree(port)) return port
  }
}

const idOf = (flag: '-u' | '-g', user: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout.trim()) : undefined
}

/** The account that a database server runs as when the tests run as root, which it refuses. */
export const accountFor = (preferred: string): string | undefined =>
  isRoot() ? [preferred, 'nobody'].find((user) => idOf('-u', user) !== undefined) : undefined

const folders = new Set<string>()

const removeFolder = (folder: string): void => {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

// After the hook that ends the children: a live server would write into its folder again.
process.on('exit', () => {
  for (const folder of folders) removeFolder(folder)
})

const IN_MEMORY = '/dev/shm'
/** Far more than a run fills: a suite drops its databases when it ends. */
const ENOUGH_BYTES = 4 * 1024 ** 3

const freeBytesAt = (path: string): number => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** Memory where there is enough of it: MariaDB waits for the disk with every table it makes, whatever it is told. */
export const parentOfData = (freeBytes: (path: string) => number = freeBytesAt): string => {
  try {
    return freeBytes(IN_MEMORY) >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A fresh data folder, owned by the account that will use it. */
export const createDataFolder = (name: string, account: string | undefined): string => {
  const folder = mkdtempSync(join(parentOfData(), `weir-${name}-`))
  folders.add(folder)
  if (account !== undefined) chownSync(folder, idOf('-u', account) ?? 0, idOf('-g', account) ?? 0)
  return folder
}

/** setpriv replaces itself by the program, so that the process id is the server's own. */
const asAccount = (account: string | undefined, argv: readonly string[]): readonly string[] =>
  account === undefined ? argv : ['setpriv', `--reuid=${account}`, `--regid=${idOf('-g', account) ?? account}`, '--init-groups', ...argv]

export interface RunOptions {
  readonly account: string | undefined
  readonly folder: string
}

/** Runs a preparing command such as initdb to its end. A failure removes the folder. */
export const runToEnd = async (argv: readonly string[], { account, folder }: RunOptions): Promise<void> => {
  const [program = '', ...args] = asAccount(account, argv)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  endWithUs(child)
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('error', reject)
  child.on('close', resolve)
  const code = await promise
  if (code === 0) return
  removeFolder(folder)
  throw new Error(`${argv[0]} failed: ${output.trim().split('\n').slice(-5).join(' | ')}`)
}

export interface ServerOptions extends RunOptions {
  readonly argv: readonly string[]
  /** What the server prints once it takes connections. */
  readonly readyLine: RegExp
  /** Ends the server at once; its data is thrown away. */
  readonly endSignal: NodeJS.Signals
}

export interface RunningServer {
  readonly stop: () => Promise<void>
  /** Ends the server and keeps its folder: it can be started again. */
  readonly pause: (signal: NodeJS.Signals) => Promise<void>
}

const readyOrExit = (child: ChildProcess, readyLine: RegExp): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000)
    if (readyLine.test(output)) resolve()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.on('error', reject)
  child.on('close', () => reject(new Error(`the server ended before it was ready: ${output.trim().split('\n').slice(-5).join(' | ')}`)))
  const timer = setTimeout(() => reject(new Error(`the server was not ready within 60 s: ${output.slice(-500)}`)), 60_000)
  return promise.finally(() => clearTimeout(timer))
}

/** Starts a server and waits until it is ready. Stopping it removes its folder, and so does a failed start. */
export const startServer = async ({ argv, account, folder, readyLine, endSignal }: ServerOptions): Promise<RunningServer> => {
  const [program = '', ...args] = asAccount(account, argv)
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  endWithUs(child, endSignal)
  const pause = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await closed
  }
  const stop = async (): Promise<void> => {
    await pause(endSignal)
    removeFolder(folder)
  }
  try {
    await readyOrExit(child, readyLine)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop, pause }
}
