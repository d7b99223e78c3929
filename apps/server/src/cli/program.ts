import { Command, Help } from 'commander'
import { addChannels } from './channels.ts'
import { addCodes } from './codes.ts'
import { addCompletion } from './completion.ts'
import { addDatabase, addWaysIn } from './maintenance.ts'
import { addMoney } from './money.ts'
import { addConfig } from './config/commands.ts'
import { addOptions } from './options.ts'
import { addServing } from './serving.ts'
import type { Session } from './session.ts'
import { addTokens } from './tokens.ts'
import { addTrails } from './trails.ts'
import { addUsers } from './users.ts'

/** Written by the parser while it reads the arguments. */
export interface Printed {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const PROGRAM = 'weir'

/** The parser adds the command for help without a parent. */
const pathOf = (command: Command): string => {
  if (command.name() === PROGRAM) return PROGRAM
  return `${command.parent === null ? PROGRAM : pathOf(command.parent)} ${command.name()}`
}

/** What each of a few verbs does is told at once; of the others, `--help` of their subject tells. */
const TOLD_AT_ONCE: ReadonlySet<string> = new Set(['ledger', 'prices', 'factor'])

const visibleCommands = (command: Command): Command[] => {
  const direct = new Help().visibleCommands(command)
  return command.name() === PROGRAM ? direct.flatMap((each) => (TOLD_AT_ONCE.has(each.name()) ? [...each.commands] : [each])) : direct
}

/** In a list of commands: as it is typed, with what it must be told. */
const termOf = (command: Command): string => {
  const [operands = ''] = /^(?:<[^>]*>\s?)*/.exec(command.usage().replace('[options] ', '')) ?? []
  return `${pathOf(command)} ${operands}`.trim()
}

/** Every command with its help. */
export const createProgram = (session: Session, printed: Printed): Command => {
  // Before any command is added: they take both over.
  const program = new Command(PROGRAM)
    .exitOverride()
    .configureOutput({ writeOut: printed.out, writeErr: printed.err, outputError: () => undefined })
    .description(`Weir ${session.version}, a self-hosted AI gateway`)
    .version(session.version, '-v, --version', 'print the version')
    .option('--port <number>', 'in the place of the variable PORT')
    .option('--data <folder>', 'in the place of the variable DATA_DIR')
    .helpCommand('help [command]', 'tell what a command does')
    .helpOption('-h, --help', 'tell what a command does')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf, visibleCommands })
    .addHelpText('after', '\nSettings are environment variables: see docs/configuration.md. Commands: see docs/cli.md.')
  const database = [addServing, addDatabase, addMoney, addWaysIn]
  const objects = [addUsers, addTokens, addChannels, addCodes, addOptions, addTrails, addConfig]
  for (const add of [...database, ...objects, addCompletion]) add(program, session)
  return program
}
