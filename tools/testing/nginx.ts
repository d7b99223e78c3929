import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

export interface Nginx {
  /** Such as `127.0.0.1:4711`. */
  readonly host: string
  stop(): Promise<void>
}

/** Debian keeps server programs where an ordinary user's PATH does not look. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

export const findNginx = (): string | undefined => Bun.which('nginx', { PATH: FOLDERS.join(':') }) ?? undefined

const freePort = async (): Promise<number> => {
  const held = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = held
  await held.stop(true)
  return port
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const firstAnswer = (port: number): Promise<Response | undefined> => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)

/** A real nginx with the given `server` block; `listen` and the address of the product in it are replaced. */
export const startNginx = async (program: string, server: string, upstreamPort: number): Promise<Nginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-nginx-'))
  const port = await freePort()
  const placed = server.replace(/listen [^;]+;/, `listen 127.0.0.1:${port};`).replace('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events {}
http { access_log off; ${paths}
${placed} }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const child = Bun.spawn([program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  })
  await eventually('nginx to answer', () => firstAnswer(port))
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}
