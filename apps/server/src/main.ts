import packageInfo from '../../../package.json' with { type: 'json' }
import { runCli } from './cli/run-cli.ts'
import { CommandError, askLine, askSecret, demoConfig, prepareDemo } from './commands.ts'
import { readConfig, type Config } from './config.ts'
import { DEMO_PASSWORD } from './demo/seed.ts'
import { describeError, log, setLogLevel } from './process/log.ts'
import { claimNode } from './process/node-identity.ts'
import { explainStartError } from './process/start-error.ts'
import { WorkerFailed, supervise } from './cluster/supervise.ts'
import { openWorkerLink } from './cluster/worker-link.ts'
import type { startServer as StartServer } from './serve.ts'

const ORPHAN_PATIENCE_MS = 5000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const write = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) =>
      error ? reject(new CommandError(`the output was closed: ${error.message}`, { cause: error })) : resolve(),
    )
  })

/** Apart from the result. */
const tell = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Listened for from the first moment: a signal that comes during the start must not end the process half-way. */
const firstSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let isStopping = false
    const heed = (signal: string): void => {
      if (isStopping) log.info('already stopping', { signal })
      isStopping = true
      resolve(signal)
    }
    process.on('SIGINT', heed)
    process.on('SIGTERM', heed)
  })

/** Loaded by who serves: a supervisor of workers and most commands do without. */
const startServer: typeof StartServer = async (...given) => (await import('./serve.ts')).startServer(...given)

const runServer = async (config: Config, more: readonly string[] = []): Promise<void> => {
  const signal = firstSignal()
  for (const { variable, meaning } of config.notes) log.info('warning: a variable of one-api or new-api is set', { variable, meaning })
  const server = config.workers > 1 ? await supervise(config) : await startServer(config)
  say(`Weir ${packageInfo.version} is ready at ${server.address}`)
  say(`  sign in   ${server.signIn}`)
  say(
    `  data      ${config.dsn === '' ? config.sqlitePath : 'the database of SQL_DSN'}${config.logDsn === '' ? '' : ', log in that of LOG_SQL_DSN'}, key ${config.sessionSecret === '' ? config.secretKeyFile : 'from SESSION_SECRET'}`,
  )
  for (const line of more) say(line)
  log.info('stopping', { signal: await signal })
  await server.stop()
  process.exit(0)
}

/** Without a blank at the start of the line: it is meant to be copied as it stands. */
const curlLine = (config: Config, tokenKey: string): string =>
  `curl http://127.0.0.1:${config.port}/v1/chat/completions -H 'Authorization: Bearer ${tokenKey}' -H 'Content-Type: application/json' ` +
  `-d '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hello from the river"}]}'`

const runDemo = async (given: Config): Promise<void> => {
  const config = demoConfig(given)
  const { tokenKey } = await prepareDemo(config)
  await runServer(config, [`  users     alice, bob and carol with the password ${DEMO_PASSWORD}`, '', curlLine(config, tokenKey), ''])
}

/** One process of several. Started by the supervisor, and at its end when the supervisor is. */
const runWorker = async (config: Config, index: number, nodeId: string): Promise<void> => {
  const orphaned = new Promise<undefined>((resolve) => {
    process.once('disconnect', () => resolve(undefined))
  })
  const end = Promise.race([firstSignal(), orphaned])
  const link = openWorkerLink(index)
  const server = await startServer(config, {
    link,
    isPortShared: true,
    // The lock of its own keeps a successor out while an orphan still ends its requests.
    claim: (dataDir) => ({ ...claimNode(dataDir, `worker-${index}`), id: nodeId }),
  })
  link.ready(server.address, server.signIn)
  const signal = await end
  log.info('worker stopping', { worker: index, reason: signal ?? 'the supervisor is gone' })
  // A new supervisor cannot have the port before the orphans have let go of it.
  await server.stop(signal === undefined ? Math.min(ORPHAN_PATIENCE_MS, config.drainTimeoutMs) : undefined)
  process.exit(0)
}

// The output is closed, or its disk is full: no reason to stop serving.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

/** Apart from the other commands: it also speaks of a configuration that cannot be read. */
const examine = async (isJson: boolean): Promise<void> => {
  const { runDoctor } = await import('./doctor/run-doctor.ts')
  const { text, exitCode } = await runDoctor({ readConfig, isJson, version: packageInfo.version })
  say(text)
  process.exitCode = exitCode
}

let config: Config | undefined
const openConfig = (): Config => {
  config = readConfig()
  setLogLevel(config.logLevel)
  return config
}

try {
  await runCli(process.argv.slice(2), {
    terminal: { say, write, tell, ask: askLine, askSecret },
    version: packageInfo.version,
    config: openConfig,
    serving: {
      start: (given) => runServer(given),
      demo: runDemo,
      worker: async (given, [index, nodeId]) => {
        if (index === undefined || nodeId === undefined) throw new CommandError('workers are started by weir itself: set WORKERS')
        await runWorker(given, Number(index), nodeId)
      },
      doctor: examine,
    },
  })
  // A name server that never answered, or a connection that is kept, would keep the process for as long as the system waits.
  process.stdout.write('', () => process.exit())
} catch (error) {
  const explanation = error instanceof CommandError ? error.message : explainStartError(error, config)
  if (explanation !== undefined) process.stderr.write(`weir: ${explanation}\n`)
  else if (!(error instanceof WorkerFailed)) log.error('start failed', describeError(error))
  process.exit(1)
}
