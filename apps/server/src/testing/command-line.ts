import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Role } from '@weir/contract/user'
import { openStore, type Store } from '@weir/store/open-store'
import { writeMigratedFile } from '@weir/store/testing/migrated-file'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { runCli } from '../cli/run-cli.ts'
import type { Session } from '../cli/session.ts'
import { CommandError } from '../commands.ts'
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

/** A line, or what happens before it is typed. */
type Typed = string | (() => Promise<string>)

interface Line {
  readonly environment?: Readonly<Record<string, string>>
  /** What is typed when the command asks. */
  readonly typed?: readonly Typed[]
}

/** Runs a command in this process, as `weir` runs it; what it throws is thrown. */
export const runCommandLine = async (argv: readonly string[], { environment = {}, typed = [] }: Line = {}): Promise<Said> => {
  const said = { out: [] as string[], err: [] as string[] }
  const served: string[] = []
  const answers = [...typed]
  const serve = (word: string): void => void served.push(word)
  const ask = async (question: string): Promise<string> => {
    said.err.push(question)
    const answer = answers.shift() ?? ''
    return typeof answer === 'string' ? answer : await answer()
  }
  const session: Session = {
    terminal: {
      say: (text) => void said.out.push(text),
      write: async (bytes) => void said.out.push(new TextDecoder().decode(bytes)),
      tell: (text) => void said.err.push(text),
      ask,
      askSecret: ask,
    },
    version: '1.2.3',
    config: () => readConfig({ ...environment, ...pick(['PORT', 'DATA_DIR']) }),
    serving: {
      start: async ({ port, dataDir }) => serve(`start ${port} ${dataDir}`),
      demo: async () => serve('demo'),
      worker: async (_, args) => serve(`worker ${args.join(' ')}`),
      doctor: async (isJson) => serve(`doctor ${isJson ? 'as JSON' : 'as text'}`),
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

export interface CommandFolder {
  readonly folder: string
  /** Runs a command on the database of the folder. */
  readonly run: (line: string | readonly string[], typed?: readonly Typed[]) => Promise<Said>
  /** The same with `--json`, read. */
  readonly json: (line: string | readonly string[], typed?: readonly Typed[]) => Promise<unknown>
  /** Why a command is refused. */
  readonly refusal: (line: string | readonly string[], typed?: readonly Typed[]) => Promise<string>
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>
  readonly remove: () => void
}

/** A data folder with root and two accounts, alice and bob, whose database may be on a server. Words are split at blanks. */
export const openCommandFolder = async (environment: Readonly<Record<string, string>> = {}): Promise<CommandFolder> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-command-line-'))
  writeFileSync(join(folder, 'secret.key'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
  const options = {
    dsn: environment['SQL_DSN'] ?? '',
    sqlitePath: join(folder, 'weir.db'),
    rootKey: TEST_ROOT_KEY,
    nodeId: 'node-1',
    clock: Date.now,
  }
  if (options.dsn === '') await writeMigratedFile(options.sqlitePath)
  const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore(options)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  await inStore(async ({ users }) => {
    await users.create({ username: 'root', passwordHash: 'hash', displayName: 'Root', role: Role.root, startQuota: 0 })
    for (const username of ['alice', 'bob'])
      await users.create({ username, passwordHash: 'hash', displayName: username, role: Role.user, startQuota: 1000 })
  })
  const run: CommandFolder['run'] = (line, typed = []) =>
    runCommandLine(typeof line === 'string' ? line.split(' ') : line, { environment: { ...environment, DATA_DIR: folder }, typed })
  return {
    folder,
    run,
    json: async (line, typed) =>
      JSON.parse((await run([...(typeof line === 'string' ? line.split(' ') : line), '--json'], typed)).out) as unknown,
    refusal: async (line, typed) => {
      const error = await run(line, typed).then(
        ({ out }) => new Error(`not refused: ${out}`),
        (thrown: unknown) => thrown,
      )
      if (error instanceof CommandError) return error.message
      throw error
    },
    inStore,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
