import { Command } from 'commander'
import { addCompletion } from './completion.ts'
import { addMaintenance } from './maintenance.ts'
import type { Session } from './session.ts'

/** Written by the parser while it reads the arguments. */
export interface Printed {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** In a list of commands: its name and what it must be told. */
const termOf = (command: Command): string =>
  [command.name(), ...(/^(?:<[^>]*> ?)*/.exec(command.usage().replace('[options] ', ''))?.[0].match(/<[^>]*>/g) ?? [])].join(' ')

/** Every command with its help. */
export const createProgram = (session: Session, printed: Printed): Command => {
  // Before any command is added: they take both over.
  const program = new Command('weir')
    .exitOverride()
    .configureOutput({ writeOut: printed.out, writeErr: printed.err, outputError: () => undefined })
    .description(`Weir ${session.version}, a self-hosted AI gateway`)
    .version(session.version, '-v, --version', 'print the version')
    .option('--port <number>', 'in the place of the variable PORT')
    .option('--data <folder>', 'in the place of the variable DATA_DIR')
    .helpCommand('help [command]', 'tell what a command does')
    .helpOption('-h, --help', 'tell what a command does')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: termOf })
    .addHelpText('after', '\nSettings are environment variables: see docs/configuration.md. Commands: see docs/cli.md.')
  const rawFlags = addMaintenance(program, session)
  addCompletion(program, session, rawFlags)
  return program
}
