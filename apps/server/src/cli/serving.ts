import type { Command } from 'commander'
import { CommandError } from '../commands.ts'
import { askHealth } from '../doctor/health.ts'
import type { Session } from './session.ts'

interface Plain {
  readonly name: string
  readonly summary: string
  readonly run: () => Promise<void>
}

const plainCommands = ({ serving: { start, demo }, terminal, config, version }: Session) => ({
  start: { name: 'start', summary: 'serve the console and the API; what weir does without a command', run: () => start(config()) },
  demo: { name: 'demo', summary: 'serve a demonstration with made-up data, on this machine alone', run: () => demo(config()) },
  build: {
    name: 'build',
    summary: 'build the console and end, for an installation without development packages',
    run: async () => terminal.say('The console of this version is built already.'),
  },
  health: {
    name: 'health',
    summary: 'ask the server on this machine whether it is ready, for the health check of a container',
    run: async () => terminal.say(await askHealth(config())),
  },
  version: { name: 'version', summary: 'print the version', run: async () => terminal.say(version) },
})

/** What follows was meant for something: to leave it out would do another thing than was asked for. */
const addPlain = (program: Command, { name, summary, run }: Plain): void => {
  const command = program
    .command(name)
    .description(summary)
    .usage('[options]')
    .argument('[arguments...]')
    .allowUnknownOption()
    .action(async () => {
      if (command.args.length > 0) throw new CommandError(`weir ${name} takes nothing more: leave out ${command.args.join(' ')}`)
      await run()
    })
}

/** What serves until it is stopped, and what looks at it. */
export const addServing = (program: Command, session: Session): void => {
  const { start, demo, build, health, version } = plainCommands(session)
  for (const plain of [start, demo, build]) addPlain(program, plain)
  const worker = program
    .command('worker [arguments...]', { hidden: true })
    .description('one process of several')
    .action(() => session.serving.worker(session.config(), worker.args))
  const doctor = program
    .command('doctor')
    .description('look at everything the server depends on and say what to do')
    .option('--json', 'print what was found as JSON')
    .action(() => session.serving.doctor(doctor.opts<{ readonly json?: true }>().json === true))
  for (const plain of [health, version]) addPlain(program, plain)
}
