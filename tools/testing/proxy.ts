import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** A reverse proxy that runs. */
export interface Proxy {
  /** Such as `127.0.0.1:4711`. */
  readonly host: string
  stop(): Promise<void>
}

/** Debian keeps server programs where an ordinary user's PATH does not look. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

export const findProgram = (name: string): string | undefined => Bun.which(name, { PATH: FOLDERS.join(':') }) ?? undefined

const freePort = async (): Promise<number> => {
  const held = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = held
  await held.stop(true)
  return port
}

const firstAnswer = (port: number): Promise<Response | undefined> => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)

/** Starts the program with what `prepare` writes to a folder of its own, and waits for its first answer. */
export const startProxy = async (prepare: (folder: string, port: number) => readonly string[]): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-proxy-'))
  const port = await freePort()
  const argv = prepare(folder, port)
  const child = Bun.spawn([...argv], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  await eventually(`${argv[0]} to answer`, () => {
    if (child.exitCode !== null) throw new Error(`${argv[0]} ended with ${child.exitCode}`)
    return firstAnswer(port)
  })
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
