import { CommanderError, type Command } from 'commander'
import { Refusal, renderRefusal } from '@weir/contract/errors'
import { CommandError } from '../commands.ts'
import { overrideVariables } from '../config.ts'
import { createProgram } from './program.ts'
import type { Session } from './session.ts'

/** What precedes the command, and its values. */
const GLOBAL = /^--(?:port|data)$/

const wordsIn = (argv: readonly string[]): readonly string[] =>
  argv.filter((word, at) => !word.startsWith('-') && !GLOBAL.test(argv[at - 1] ?? ''))

const startsByDefault = (argv: readonly string[]): boolean =>
  wordsIn(argv).length === 0 && !argv.some((word) => /^(?:-h|--help|-v|--version)$/.test(word))

const requireKnown = (program: Command, argv: readonly string[]): void => {
  const [first, second] = wordsIn(argv)
  const word = first === 'help' ? second : first
  if (word === undefined || word === 'help' || program.commands.some((command) => command.name() === word)) return
  throw new CommandError(`unknown command ${word}\n\n${program.helpInformation()}`)
}

const override = (program: Command): void => {
  const { port, data } = program.opts<{ readonly port?: string; readonly data?: string }>()
  overrideVariables({ ...(port !== undefined && { PORT: port }), ...(data !== undefined && { DATA_DIR: data }) })
}

/** The parser looks at one word behind `help`: the verb of a subject would be left out. */
const askedFor = (argv: readonly string[]): readonly string[] => {
  const [first, ...words] = wordsIn(argv)
  return first === 'help' && words.length > 1 ? [...words, '--help'] : argv
}

const HELPFUL = /^commander\.(?:help|helpDisplayed|version)$/

/** Runs one command. What it throws is an error of the command, or a bug. */
export const runCli = async (argv: readonly string[], session: Session): Promise<void> => {
  let [out, err] = ['', '']
  const program = createProgram(session, { out: (text) => void (out += text), err: (text) => void (err += text) })
  program.hook('preAction', () => override(program))
  requireKnown(program, argv)
  try {
    await program.parseAsync(startsByDefault(argv) ? ['start', ...argv] : [...askedFor(argv)], { from: 'user' })
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(renderRefusal(error, 'en'), { cause: error })
    if (!(error instanceof CommanderError)) throw error
    if (!HELPFUL.test(error.code)) throw new CommandError(error.message.replace(/^error: /, ''), { cause: error })
    if (out !== '') session.terminal.say(out.trimEnd())
    if (err !== '') session.terminal.tell(err.trimEnd())
    process.exitCode = error.exitCode
  }
}
