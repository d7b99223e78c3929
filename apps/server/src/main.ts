import packageInfo from '../../../package.json' with { type: 'json' }
import { CommandError, setPassword, verifyLedger } from './commands.ts'
import { readConfig, type Config } from './config.ts'
import { describeError, log } from './log.ts'
import { startServer } from './serve.ts'
import { explainStartError } from './start-error.ts'

const HELP = `Weir ${packageInfo.version}, a self-hosted AI gateway

  weir [start]         serve the console and the API
  weir passwd <name>   set the password of an account
  weir ledger verify   compare every balance with the ledger
  weir version         print the version

Settings are environment variables: see docs/configuration.md.`

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const runServer = async (config: Config): Promise<void> => {
  // Listened for from the first moment: a signal that comes during the start must not end the process half-way.
  const stopSignal = new Promise<string>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const server = await startServer(config)
  say(`Weir ${packageInfo.version} is ready at ${server.address}`)
  say(`  sign in   ${server.signIn}`)
  say(
    `  data      ${config.dsn === '' ? config.sqlitePath : 'the database of SQL_DSN'}, key ${config.sessionSecret === '' ? config.secretKeyFile : 'from SESSION_SECRET'}`,
  )
  log.info('stopping', { signal: await stopSignal })
  await server.stop()
  process.exit(0)
}

const run = async (config: Config, [command = 'start', ...args]: readonly string[]): Promise<void> => {
  switch (command) {
    case 'start':
      return await runServer(config)
    case 'passwd':
      return say(await setPassword(config, args[0]))
    case 'ledger':
      if (args[0] !== 'verify') throw new CommandError('usage: weir ledger verify')
      return say(await verifyLedger(config))
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

let config: Config | undefined
try {
  config = readConfig()
  await run(config, process.argv.slice(2))
} catch (error) {
  const explanation = error instanceof CommandError ? error.message : explainStartError(error, config)
  if (explanation === undefined) log.error('start failed', describeError(error))
  else process.stderr.write(`weir: ${explanation}\n`)
  process.exit(1)
}
