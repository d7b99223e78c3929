import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { environment, stopper, untilOpen } from './children.ts'
import { freePort } from './free-port.ts'
import type { Gateway } from './gateways.ts'
import { openSession } from './session.ts'

/** None of them puts work off that a second would not see. */
const REST_MS = 1000

const LITELLM = '1.106.2'
const PORTKEY = '1.15.2'

const run = async (argv: readonly string[], cwd: string): Promise<void> => {
  const code = await Bun.spawn([...argv], { cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' }).exited
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`)
}

const start = (argv: readonly string[], { cwd, variables = {} }: { readonly cwd: string; readonly variables?: Record<string, string> }) =>
  Bun.spawn([...argv], { cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', env: { ...environment, ...variables } })

const emptyFolder = (folder: string, name: string): string => {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  return home
}

const chatUrl = (port: number): string => `http://127.0.0.1:${port}/v1/chat/completions`

export const startPortkey = async (upstream: string, folder: string): Promise<Gateway> => {
  const home = emptyFolder(folder, 'portkey')
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  await run(['npm', 'install', '--silent', '--no-audit', '--no-fund', `@portkey-ai/gateway@${PORTKEY}`], home)
  const port = await freePort()
  const program = join(home, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const child = start(['node', program, `--port=${port}`, '--headless'], { cwd: home })
  await untilOpen(`http://127.0.0.1:${port}/`, child)
  return {
    name: `Portkey gateway ${PORTKEY}`,
    pid: child.pid,
    url: chatUrl(port),
    authorization: 'Bearer key',
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream}/v1` },
    share: 0.2,
    restMs: REST_MS,
    stop: stopper(child),
  }
}

/** Without a database, so that it keeps no spend: the least it can cost. */
export const startLiteLlm = async (upstream: string, folder: string): Promise<Gateway> => {
  const home = emptyFolder(folder, 'litellm')
  await run(['python3', '-m', 'venv', '.'], home)
  await run(['bin/pip', 'install', '--quiet', '--disable-pip-version-check', `litellm[proxy]==${LITELLM}`], home)
  const model = { model_name: 'gpt-4o-mini', litellm_params: { model: 'openai/gpt-4o-mini', api_base: `${upstream}/v1`, api_key: 'key' } }
  // JSON is YAML.
  writeFileSync(join(home, 'config.yaml'), JSON.stringify({ model_list: [model], general_settings: { master_key: 'sk-bench' } }))
  const port = await freePort()
  const argv = ['bin/litellm', '--config', 'config.yaml', '--host', '127.0.0.1', '--port', String(port), '--telemetry', 'False']
  const child = start(argv, { cwd: home, variables: { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_LOG: 'ERROR' } })
  await untilOpen(`http://127.0.0.1:${port}/health/liveliness`, child)
  return {
    name: `LiteLLM proxy ${LITELLM}`,
    pid: child.pid,
    url: chatUrl(port),
    authorization: 'Bearer sk-bench',
    headers: {},
    share: 0.02,
    restMs: REST_MS,
    stop: stopper(child),
  }
}

/** One-api, whose calls of administration Weir understands, or another of its family, from the program at this path. */
export const startOneApi = async (program: string, upstream: string, folder: string): Promise<Gateway> => {
  const home = emptyFolder(folder, 'one-api')
  const port = await freePort()
  const child = start([resolve(program), '--port', String(port), '--log-dir', home], { cwd: home, variables: { PORT: String(port) } })
  const base = `http://127.0.0.1:${port}`
  await untilOpen(`${base}/api/status`, child)
  const session = await openSession(base)
  await session.addChannel({ type: 1, base_url: upstream, models: 'gpt-4o-mini', group: 'default' })
  return {
    name: 'one-api',
    pid: child.pid,
    url: chatUrl(port),
    authorization: `Bearer ${await session.addToken('bench')}`,
    headers: {},
    share: 0.1,
    restMs: REST_MS * 6,
    stop: stopper(child),
  }
}
