import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'
import type { NewAuditEntry } from '@weir/store/audit/append'
import { createFollowedClock } from '@weir/store/followed-clock'
import { openStore, type Store, type StoreOptions } from '@weir/store/open-store'
import type { Config } from './config.ts'
import { seedDemo, type Demo } from './demo/seed.ts'
import { keepDataPrivate } from './process/private-files.ts'
import { loadRootKeys, readRootKeys } from './process/root-key.ts'
import { explainUnread, unreadableBecause } from './process/files/unreadable.ts'
import { passwordProblem } from './accounts/password-rules.ts'
import { hashPassword } from './accounts/passwords.ts'

/** A command that cannot go on; the message is for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** What a command found or did: for programs, and for people. */
export interface Shown {
  readonly json: unknown
  /** Undefined where the result is out already. */
  readonly text: string | undefined
  readonly isFailure?: boolean
}

/** What a command looks for and should not find. The message tells people, the result programs. */
export class FoundFaults extends CommandError {
  readonly json: unknown

  constructor(message: string, json: unknown) {
    super(message)
    this.json = json
  }
}

/** Commands hold nothing, so they may share a name that no server has. */
const NODE_ID = 'command'

/** Leases of servers are by the clock of the database, and so is who looks at them. */
const openStoreInTime = (options: Omit<StoreOptions, 'clock' | 'followTime'>): Promise<Store> => {
  const clock = createFollowedClock({ wallMs: Date.now, monotonicMs: () => performance.now() })
  return openStore({ ...options, clock: clock.now, followTime: clock.follow })
}

const closeAfter = async <T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> => {
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** A command in a wrong folder must not report that an empty database, which it has just made, is in order. */
export const requireDatabase = ({ dsn, sqlitePath }: Pick<Config, 'dsn' | 'sqlitePath'>): void => {
  const reason = dsn === '' ? unreadableBecause(sqlitePath) : undefined
  if (reason === 'missing')
    throw new CommandError(`there is no database at ${sqlitePath}: set DATA_DIR or SQLITE_PATH as the server has them`)
  if (reason !== undefined)
    throw new CommandError(
      `this account may not read the database ${sqlitePath} (${reason}): run the command with the account of the server`,
    )
}

export const withStore = async <T>({ dsn, sqlitePath, logDsn, ...config }: Config, work: (store: Store) => Promise<T>): Promise<T> => {
  requireDatabase({ dsn, sqlitePath })
  const rootKeys = await readRootKeys(config)
  return await closeAfter(await openStoreInTime({ dsn, sqlitePath, logDsn, ...rootKeys, nodeId: NODE_ID, mustExist: true }), work)
}

/** For whoever starts several servers at once, or wants to see a migration fail before the old servers end. */
export const migrate = async (config: Config): Promise<Shown> => {
  if (config.dsn === '') await keepDataPrivate(config)
  const { dsn, sqlitePath, logDsn } = config
  const rootKeys = await loadRootKeys(config)
  await closeAfter(await openStoreInTime({ dsn, sqlitePath, logDsn, ...rootKeys, nodeId: NODE_ID }), () => Promise.resolve())
  return { json: { up_to_date: true }, text: 'The database has the tables of this version.' }
}

/** A file that somebody named on the line. */
export const readGivenText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandError(explainUnread(path, error))
  }
}

/** Where a question is put and answered. */
interface Desk {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
}

/** A question of readline stays without an answer for ever where the input ends, or has no line feed behind its last line. */
const readAnswer = async (question: string, lines: Interface): Promise<string> => {
  const answer = Promise.withResolvers<string>()
  lines.once('line', answer.resolve)
  lines.once('close', () =>
    answer.reject(new CommandError(`the input ended before there was a line for "${question.trim()}": type one, or pipe it in`)),
  )
  try {
    return await answer.promise
  } finally {
    lines.close()
  }
}

const atTerminal = (): Desk => ({ input: process.stdin, output: process.stderr })

export const askLine = async (question: string, { input, output } = atTerminal()): Promise<string> => {
  const lines = createInterface({ input, output, prompt: question })
  lines.prompt()
  return await readAnswer(question, lines)
}

/** What is typed does not show: it would stay on the screen, and in what records it. */
export const askSecret = async (question: string, { input, output } = atTerminal()): Promise<string> => {
  output.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isTyped = input.isTTY === true
  try {
    return await readAnswer(question, createInterface({ input, output: silent, terminal: isTyped }))
  } finally {
    if (isTyped) output.write('\n')
  }
}

/** What is done on the server itself has no account behind it, and is written down all the same. */
export const commandEntry = (action: string, object: string): NewAuditEntry => ({
  actorId: 0,
  actorName: NODE_ID,
  credential: NODE_ID,
  address: '',
  requestId: '',
  action,
  object,
  before: '',
  after: '',
})

export const recordCommand = ({ audit }: Pick<Store, 'audit'>, action: string, object: string): Promise<void> =>
  audit.add([commandEntry(action, object)])

export const setPassword = async (config: Config, username: string, ask: () => Promise<string>): Promise<Shown> => {
  return await withStore(config, async (store) => {
    const account = await store.users.findByName(username)
    if (account === undefined) throw new CommandError(`there is no user ${username}`)
    const password = await ask()
    const problem = passwordProblem(password, username)
    if (problem !== undefined) throw new CommandError(problem)
    const entry = commandEntry('user.set-password', `user ${account.user.id}`)
    const isSet = await store.users.setPassword(account.user.id, await hashPassword(password), {
      trace: (isDone) => (isDone ? [entry] : []),
    })
    if (!isSet) throw new CommandError(`there is no user ${username} any more`)
    return {
      json: { id: account.user.id, username },
      text: `The password of ${username} is changed and every session of the account has ended.`,
    }
  })
}

/** For an account above all administrators: what no endpoint may do is done on the server itself. */
export const resetFactors = async (config: Config, username: string): Promise<Shown> => {
  return await withStore(config, async (store) => {
    const account = await store.users.findByName(username)
    if (account === undefined) throw new CommandError(`there is no user ${username}`)
    const { id, role } = account.user
    const entry = commandEntry('user.reset-factor', `user ${id}`)
    if (!(await store.factors.removeAll(id, role + 1, (isDone) => (isDone ? [entry] : []))))
      throw new CommandError(`${username} has no second factor`)
    return {
      json: { id, username },
      text: `The second factors of ${username} are removed and every session of the account has ended.`,
    }
  })
}

/** Apart from everything real: files of its own beside the data, reachable from this machine alone. */
export const demoConfig = (config: Config): Config => {
  const dataDir = join(config.dataDir, 'demo')
  return {
    ...config,
    dataDir,
    host: '127.0.0.1',
    dsn: '',
    sqlitePath: join(dataDir, 'weir.db'),
    logDsn: '',
    sessionSecret: '',
    nextSessionSecret: '',
    secretKeyFile: join(dataDir, 'secret.key'),
    workers: 1,
    backups: { ...config.backups, folder: '' },
  }
}

export const prepareDemo = async (config: Config): Promise<Demo> => {
  await keepDataPrivate(config)
  const { dsn, sqlitePath } = config
  const clock = { now: Date.now() }
  const rootKeys = await loadRootKeys(config)
  return await closeAfter(await openStore({ dsn, sqlitePath, ...rootKeys, nodeId: NODE_ID, clock: () => clock.now }), (store) =>
    seedDemo(store, clock),
  )
}
