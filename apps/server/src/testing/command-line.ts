import { runCli } from '../cli/run-cli.ts'
import type { Session } from '../cli/session.ts'
import { readConfig } from '../config.ts'

interface Said {
  /** The result. */
  readonly out: string
  /** Apart from it. */
  readonly err: string
  readonly exitCode: number
  /** What would have been served. */
  readonly served: readonly string[]
}

interface Line {
  readonly environment?: Readonly<Record<string, string>>
  /** What is typed when the command asks. */
  readonly typed?: readonly string[]
}

/** Runs a command in this process, as `weir` runs it; what it throws is thrown. */
export const runCommandLine = async (argv: readonly string[], { environment = {}, typed = [] }: Line = {}): Promise<Said> => {
  const said = { out: [] as string[], err: [] as string[] }
  const served: string[] = []
  const answers = [...typed]
  const serve = (word: string): void => void served.push(word)
  const session: Session = {
    terminal: {
      say: (text) => void said.out.push(text),
      tell: (text) => void said.err.push(text),
      ask: async (question) => {
        said.err.push(question)
        return answers.shift() ?? ''
      },
    },
    version: '1.2.3',
    config: () => readConfig({ ...environment, ...pick(['PORT', 'DATA_DIR']) }),
    serving: {
      start: async ({ port, dataDir }) => serve(`start ${port} ${dataDir}`),
      demo: async () => serve('demo'),
      worker: async (_, args) => serve(`worker ${args.join(' ')}`),
      doctor: async (args) => serve(`doctor ${args.join(' ')}`),
    },
  }
  const before = { code: process.exitCode, variables: pick(['PORT', 'DATA_DIR']) }
  const forget = (): void => {
    for (const name of ['PORT', 'DATA_DIR']) delete process.env[name]
    Object.assign(process.env, before.variables)
  }
  process.exitCode = 0
  try {
    await runCli(argv, session)
    return { out: said.out.join('\n'), err: said.err.join('\n'), exitCode: Number(process.exitCode), served }
  } finally {
    process.exitCode = before.code ?? 0
    forget()
  }
}

const pick = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
