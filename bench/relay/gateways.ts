import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bun, stopper, untilLine, untilOpen } from './children.ts'
import { freePort } from './free-port.ts'
import { openWeir, type WeirOptions } from './weir.ts'

export interface Gateway {
  readonly name: string
  readonly pid: number
  readonly url: string
  readonly authorization: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the requests it is measured with: fewer for one that takes ten times as long. */
  readonly share: number
  /** How long it takes at most until what requests left to be done afterwards is done. */
  readonly restMs: number
  readonly stop: () => Promise<void>
}

/** Of gateways that leave nothing for later. */
const RESTLESS_MS = 1000
/** Weir looks every ten seconds whether to sum up its log. */
const SUMMING_MS = 12_000

export const startUpstream = async (options: {
  readonly events: number
  readonly gapMs: number
  readonly tlsFolder?: string
}): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const port = await freePort()
  const args = [
    String(port),
    String(options.events),
    String(options.gapMs),
    ...(options.tlsFolder === undefined ? [] : [options.tlsFolder]),
  ]
  const child = bun('bench/relay/upstream.ts', args)
  await untilLine(child, /ready/)
  return { url: `${options.tlsFolder === undefined ? 'http' : 'https'}://127.0.0.1:${port}`, stop: stopper(child) }
}

export const startPassThrough = async (upstream: string): Promise<Gateway> => {
  const port = await freePort()
  const child = bun('bench/relay/pass-through.ts', [String(port), upstream])
  await untilLine(child, /ready/)
  return {
    name: 'bare Bun pass-through',
    pid: child.pid,
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    authorization: 'Bearer key',
    headers: {},
    share: 1,
    restMs: RESTLESS_MS,
    stop: stopper(child),
  }
}

export const startNginx = async (upstream: string, folder: string): Promise<Gateway> => {
  const port = await freePort()
  const home = join(folder, `nginx-${port}`)
  mkdirSync(home, { recursive: true })
  const { host, protocol } = new URL(upstream)
  writeFileSync(
    join(home, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
  upstream fake { server ${host}; keepalive 256; }
  server { listen 127.0.0.1:${port} backlog=4096; location / { proxy_pass ${protocol}//fake; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; proxy_ssl_verify off; } }
}`,
  )
  const child = Bun.spawn(['nginx', '-p', home, '-c', join(home, 'nginx.conf')], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  const url = `http://127.0.0.1:${port}/v1/chat/completions`
  await untilOpen(url, child)
  return {
    name: 'nginx proxy_pass',
    pid: child.pid,
    url,
    authorization: 'Bearer key',
    headers: {},
    share: 1,
    restMs: RESTLESS_MS,
    stop: stopper(child),
  }
}

export const startWeir = async (upstream: string, folder: string, options: WeirOptions = {}): Promise<Gateway> => {
  const { root } = options
  const weir = await openWeir(folder, options)
  await weir.addChannel({ type: 1, base_url: upstream, models: 'gpt-4o-mini' })
  return {
    name: root === undefined ? 'Weir, everything on' : `Weir of ${basename(root)}`,
    pid: weir.pid,
    url: `${weir.base}/v1/chat/completions`,
    authorization: `Bearer ${await weir.addToken('bench')}`,
    headers: {},
    share: 1,
    restMs: SUMMING_MS,
    stop: weir.stop,
  }
}
