import type { Command } from 'commander'
import { runBackup } from '../backup/run-backup.ts'
import { runMove } from '../backup/run-move.ts'
import { runRestore } from '../backup/run-restore.ts'
import { CommandError, migrate, resetFactors, setPassword } from '../commands.ts'
import { askHealth } from '../doctor/health.ts'
import { runImport } from '../import/run-import.ts'
import { rotateKey } from '../rotate-key.ts'
import type { Session } from './session.ts'

/** A command that reads its arguments itself. */
interface RawVerb {
  readonly name: string
  /** What follows the name. The completion offers its flags. */
  readonly usage?: string
  readonly summary: string
}

interface RawCommand extends RawVerb {
  readonly isHidden?: boolean
  readonly run: (args: readonly string[]) => Promise<void>
  readonly verbs?: readonly RawVerb[]
}

const serving = ({ serving: { start, demo, worker, doctor }, terminal, config, version }: Session): readonly RawCommand[] => [
  { name: 'start', summary: 'serve the console and the API; what weir does without a command', run: () => start(config()) },
  { name: 'demo', summary: 'serve a demonstration with made-up data, on this machine alone', run: () => demo(config()) },
  {
    name: 'build',
    summary: 'build the console and end, for an installation without development packages',
    run: async () => terminal.say('The console of this version is built already.'),
  },
  { name: 'worker', summary: 'one process of several', isHidden: true, run: (args) => worker(config(), args) },
  {
    name: 'doctor',
    usage: '[--json]',
    summary: 'look at everything the server depends on and say what to do; --json for programs',
    run: doctor,
  },
  {
    name: 'health',
    summary: 'ask the server on this machine whether it is ready, for the health check of a container',
    run: async () => terminal.say(await askHealth(config())),
  },
  { name: 'version', summary: 'print the version', run: async () => terminal.say(version) },
]

const importData = async ({ config, terminal }: Session, args: readonly string[]): Promise<void> => {
  const { text, areSumsEqual } = await runImport(config(), args, terminal.tell)
  terminal.say(text)
  if (!areSumsEqual) process.exitCode = 1
}

const resetFactor = async ({ config, terminal }: Session, [verb, name]: readonly string[]): Promise<void> => {
  if (verb !== 'reset') throw new CommandError('usage: weir factor reset <username>')
  terminal.say(await resetFactors(config(), name))
}

const wholeDatabase = (session: Session): readonly RawCommand[] => {
  const { terminal, config, version } = session
  return [
    {
      name: 'migrate',
      summary: 'bring the database up to this version and end; a start does the same',
      run: async () => terminal.say(await migrate(config())),
    },
    {
      name: 'backup',
      usage: '<file> [--with-key] [--passphrase | --age <recipient>...], or --verify <file> [--identity <file>]',
      summary: 'copy the database while the server runs, or look whether a backup is whole: see docs/backup.md',
      run: async (args) => terminal.say(await runBackup(config(), args, { version, ask: terminal.askSecret })),
    },
    {
      name: 'restore',
      usage: '<file> [--identity <file>]',
      summary: 'fill an empty database with a backup',
      run: async (args) => terminal.say(await runRestore(config(), args, { say: terminal.tell, ask: terminal.askSecret })),
    },
    {
      name: 'move',
      usage: '--to <address or file>',
      summary: 'copy the database into an empty one of another kind, or on another server',
      run: async (args) => terminal.say(await runMove(config(), args, { version, say: terminal.tell })),
    },
    {
      name: 'import',
      usage: '<address or file> [--from one-api|new-api] [--dry-run] [--logs since=<day>] [--log-db <address or file>]',
      summary: 'bring in the data of one-api or new-api: see docs/move-in.md',
      run: (args) => importData(session, args),
    },
    {
      name: 'rotate-key',
      usage: '[--status]',
      summary: 'replace the root key while servers run; --status tells how far it is',
      run: async (args) => terminal.say(await rotateKey(config(), args, terminal.say)),
    },
  ]
}

const ways = (session: Session): readonly RawCommand[] => [
  {
    name: 'passwd',
    usage: '<name>',
    summary: 'set the password of an account',
    run: async ([name]) =>
      session.terminal.say(await setPassword(session.config(), name, () => session.terminal.askSecret('New password: '))),
  },
  {
    name: 'factor',
    summary: 'remove the second factors of an account whose owner has lost them',
    verbs: [{ name: 'reset', usage: '<name>', summary: 'remove the second factors of an account whose owner has lost them' }],
    run: (args) => resetFactor(session, args),
  },
]

/** Offered by the completion beside what the parser knows. */
export type RawFlags = Map<Command, readonly string[]>

interface Adding {
  readonly parent: Command
  readonly flags: RawFlags
}

/** What follows a command that takes nothing was meant for something: to leave it out would do another thing than was asked for. */
const refuseMore = (name: string, args: readonly string[]): void => {
  if (args.length > 0) throw new CommandError(`${name} takes nothing more: leave out ${args.join(' ')}`)
}

const addRaw = ({ parent, flags }: Adding, { name, usage = '', summary, isHidden = false, verbs = [], run }: RawCommand): Command => {
  const takesNothing = usage === '' && verbs.length === 0 && !isHidden
  const command = parent
    .command(name, { hidden: isHidden })
    .description(summary)
    .argument('[arguments...]')
    .usage(usage || '[options]')
    .allowUnknownOption()
    .action(async () => {
      if (takesNothing) refuseMore(`weir ${[...(parent.parent === null ? [] : [parent.name()]), name].join(' ')}`, command.args)
      await run(command.args)
    })
  flags.set(command, usage.match(/--[a-z-]+/g) ?? [])
  return command
}

/** Commands of old: their words, their refusals and their exit codes are their own. */
export const addMaintenance = (program: Command, session: Session): RawFlags => {
  const flags: RawFlags = new Map()
  for (const raw of [...serving(session), ...wholeDatabase(session), ...ways(session)]) {
    const command = addRaw({ parent: program, flags }, raw)
    for (const verb of raw.verbs ?? []) addRaw({ parent: command, flags }, { ...verb, run: (args) => raw.run([verb.name, ...args]) })
  }
  return flags
}
