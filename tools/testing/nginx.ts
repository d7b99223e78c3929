import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, startProxy, type Proxy } from './proxy.ts'

export const findNginx = (): string | undefined => findProgram('nginx')

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A real nginx with the given `server` block; `listen` and the address of the product in it are replaced. */
export const startNginx = (program: string, server: string, upstreamPort: number): Promise<Proxy> =>
  startProxy((folder, port) => {
    const placed = server.replace(/listen [^;]+;/, `listen 127.0.0.1:${port};`).replace('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
    const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events {}
http { access_log off; ${paths}
${placed} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return [program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  })
