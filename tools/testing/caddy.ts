import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, startProxy, type Proxy } from './proxy.ts'

export const findCaddy = (): string | undefined => findProgram('caddy')

/** No certificate is asked for, and nothing listens but the site. */
const GLOBAL = `{
  admin off
  auto_https off
  log {
    level ERROR
  }
}
`

/** A real Caddy with the given site; its name and the address of the product in it are replaced. */
export const startCaddy = (program: string, site: string, upstreamPort: number): Promise<Proxy> =>
  startProxy((folder, port) => {
    const placed = site.replace('gateway.example', `http://127.0.0.1:${port}`).replace('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
    writeFileSync(join(folder, 'Caddyfile'), GLOBAL + placed)
    return [program, 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  })
