import packageInfo from '../../../package.json' with { type: 'json' }
import { runAudit } from './audit-commands.ts'
import { runBackup } from './backup/run-backup.ts'
import { runMove } from './backup/run-move.ts'
import { runRestore } from './backup/run-restore.ts'
import { CommandError, demoConfig, migrate, prepareDemo, resetFactors, setPassword } from './commands.ts'
import { readConfig, type Config } from './config.ts'
import { DEMO_PASSWORD } from './demo/seed.ts'
import { askHealth } from './doctor/health.ts'
import { runDoctor } from './doctor/run-doctor.ts'
import { runImport } from './import/run-import.ts'
import { runLedger } from './ledger-commands.ts'
import { runPrices } from './price-commands.ts'
import { describeError, log, setLogLevel } from './process/log.ts'
import { claimNode } from './process/node-identity.ts'
import { rotateKey } from './rotate-key.ts'
import { startServer } from './serve.ts'
import { explainStartError } from './process/start-error.ts'
import { supervise, WorkerFailed } from './cluster/supervise.ts'
import { openWorkerLink } from './cluster/worker-link.ts'

const HELP = `Weir ${packageInfo.version}, a self-hosted AI gateway

  weir [start]         serve the console and the API
  weir demo            serve a demonstration with made-up data, on this machine alone
  weir build           build the console and end, for an installation without development packages
  weir migrate         bring the database up to this version and end; a start does the same
  weir passwd <name>   set the password of an account
  weir factor reset <name>  remove the second factors of an account whose owner has lost them
  weir backup <file>   copy the database while the server runs; --with-key adds the root key, --passphrase encrypts: see docs/backup.md
  weir backup --verify <file>  look whether a backup is whole
  weir restore <file>  fill an empty database with a backup
  weir move --to <address or file>  copy the database into an empty one of another kind, or on another server
  weir import <address or file>  bring in the data of one-api or new-api: see docs/move-in.md
  weir rotate-key      replace the root key while servers run; --status tells how far it is
  weir ledger verify   compare every balance with the ledger, and every charge with its log row
  weir ledger reset    begin counters again that are too large to be shown
  weir ledger reprice  show what requests would have cost at other prices; --apply books the differences: see docs/ledger.md
  weir ledger reconcile <file>  compare requests, tokens and dollars with a usage export of OpenAI or Anthropic
  weir audit verify    look whether an entry of the audit trail was altered, moved or removed; --head <hash> compares with a head noted earlier
  weir prices import <file or address>  compare a price list with the prices in force; --apply saves it
  weir prices export   print every price sheet in force
  weir doctor          look at everything the server depends on and say what to do; --json for programs
  weir health          ask the server on this machine whether it is ready, for the health check of a container
  weir version         print the version

Settings are environment variables: see docs/configuration.md.`

const ORPHAN_PATIENCE_MS = 5000

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

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

const runServer = async (config: Config, more: readonly string[] = []): Promise<void> => {
  const signal = firstSignal()
  for (const { variable, meaning } of config.notes) log.info('warning: a variable of one-api or new-api is set', { variable, meaning })
  const server = config.workers > 1 ? await supervise(config) : await startServer(config)
  say(`Weir ${packageInfo.version} is ready at ${server.address}`)
  say(`  sign in   ${server.signIn}`)
  say(
    `  data      ${config.dsn === '' ? config.sqlitePath : 'the database of SQL_DSN'}, key ${config.sessionSecret === '' ? config.secretKeyFile : 'from SESSION_SECRET'}`,
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

const importData = async (config: Config, args: readonly string[]): Promise<void> => {
  const { text, areSumsEqual } = await runImport(config, args, tell)
  say(text)
  if (!areSumsEqual) process.exitCode = 1
}

const run = async (config: Config, [command = 'start', ...args]: readonly string[]): Promise<void> => {
  switch (command) {
    case 'start':
      return await runServer(config)
    case 'demo':
      return await runDemo(config)
    case 'build':
      return say('The console of this version is built already.')
    case 'worker':
      if (args[0] === undefined || args[1] === undefined) throw new CommandError('workers are started by weir itself: set WORKERS')
      return await runWorker(config, Number(args[0]), args[1])
    case 'migrate':
      return say(await migrate(config))
    case 'passwd':
      return say(await setPassword(config, args[0]))
    case 'backup':
      return say(await runBackup(config, args, packageInfo))
    case 'restore':
      return say(await runRestore(config, args, { say: tell }))
    case 'move':
      return say(await runMove(config, args, { version: packageInfo.version, say: tell }))
    case 'import':
      return await importData(config, args)
    case 'rotate-key':
      return say(await rotateKey(config, args, say))
    case 'factor':
      if (args[0] !== 'reset') throw new CommandError('usage: weir factor reset <username>')
      return say(await resetFactors(config, args[1]))
    case 'ledger':
      return say(await runLedger(config, args))
    case 'audit':
      return say(await runAudit(config, args))
    case 'prices':
      return say(await runPrices(config, args))
    case 'health':
      return say(await askHealth(config))
    case 'version':
    case '--version':
      return say(packageInfo.version)
    case 'help':
    case '--help':
      return say(HELP)
    default:
      throw new CommandError(`unknown command ${command}\n\n${HELP}`)
  }
}

// The output is closed, or its disk is full: no reason to stop serving.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

/** Apart from the other commands: it also speaks of a configuration that cannot be read. */
const examine = async (args: readonly string[]): Promise<void> => {
  const { text, exitCode } = await runDoctor({ readConfig, args, version: packageInfo.version })
  // A name server or an address that never answered would keep the process for as long as the system waits.
  process.stdout.write(`${text}\n`, () => process.exit(exitCode))
}

let config: Config | undefined
try {
  const [command, ...args] = process.argv.slice(2)
  if (command === 'doctor') await examine(args)
  else {
    config = readConfig()
    setLogLevel(config.logLevel)
    await run(config, process.argv.slice(2))
  }
} catch (error) {
  const explanation = error instanceof CommandError ? error.message : explainStartError(error, config)
  if (explanation !== undefined) process.stderr.write(`weir: ${explanation}\n`)
  else if (!(error instanceof WorkerFailed)) log.error('start failed', describeError(error))
  process.exit(1)
}
