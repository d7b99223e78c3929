import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Clock } from '@weir/relay/ports'
import type { Difference } from '@weir/store/metering/ledger-maintenance'
import { isBalance, type OversizedFigure } from '@weir/store/metering/figures'
import { openStore, type Store } from '@weir/store/open-store'
import type { Config } from './config.ts'
import { seedDemo, type Demo } from './demo/seed.ts'
import { loadRootKey } from './process/root-key.ts'
import { describeFigure } from './process/oversized-figures.ts'
import { hashPassword } from './accounts/passwords.ts'

/** A command that cannot go on; the message is for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const MIN_PASSWORD_LENGTH = 8

/** Commands hold nothing, so they may share a name that no server has. */
const withStore = async <T>(config: Config, work: (store: Store) => Promise<T>, clock: Clock = Date.now): Promise<T> => {
  const store = await openStore({
    dsn: config.dsn,
    sqlitePath: config.sqlitePath,
    rootKey: await loadRootKey(config),
    nodeId: 'command',
    clock,
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const askPassword = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('New password: ')
  } finally {
    lines.close()
  }
}

export const setPassword = async (config: Config, username: string | undefined): Promise<string> => {
  if (!username) throw new CommandError('usage: weir passwd <username>')
  return await withStore(config, async (store) => {
    const account = await store.users.findByName(username)
    if (account === undefined) throw new CommandError(`there is no user ${username}`)
    const password = await askPassword()
    if (password.length < MIN_PASSWORD_LENGTH) throw new CommandError(`the password must have at least ${MIN_PASSWORD_LENGTH} characters`)
    await store.users.setPassword(account.user.id, await hashPassword(password))
    return `The password of ${username} is changed and every session of the account has ended.`
  })
}

/** For an account above all administrators: what no endpoint may do is done on the server itself. */
export const resetFactors = async (config: Config, username: string | undefined): Promise<string> => {
  if (!username) throw new CommandError('usage: weir factor reset <username>')
  return await withStore(config, async ({ users, factors }) => {
    const account = await users.findByName(username)
    if (account === undefined) throw new CommandError(`there is no user ${username}`)
    if (!(await factors.removeAll(account.user.id, account.user.role + 1))) throw new CommandError(`${username} has no second factor`)
    return `The second factors of ${username} are removed and every session of the account has ended.`
  })
}

const section = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [title, ...lines])

const describeDifference = (row: Difference): string =>
  `user ${row.userId} (${row.username}): balance ${row.quota}, ledger says ${row.expectedQuota}; used ${row.usedQuota}, ledger says ${row.expectedUsedQuota}`

const sizeProblems = (figures: readonly OversizedFigure[]): readonly string[] => {
  const balances = figures.filter(isBalance)
  const counters = figures.filter((figure) => !isBalance(figure))
  return [
    ...section('counters beyond 2^53, shown as 9007199254740991; `weir ledger reset` sets them to 0:', counters.map(describeFigure)),
    ...section('balances beyond 2^53; set them in the console, under Users:', balances.map(describeFigure)),
  ]
}

export const verifyLedger = async (config: Config): Promise<string> => {
  const { differences, doubles, oversized } = await withStore(config, async ({ books, figures }) => ({
    differences: await books.verify(),
    doubles: await books.doubleCharges(),
    oversized: await figures.oversized(),
  }))
  const problems = [
    ...section('requests that were charged more than once:', doubles),
    ...section(`${differences.length} accounts disagree with the ledger`, differences.map(describeDifference)),
    ...sizeProblems(oversized),
  ]
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
  return 'All balances agree with the ledger.'
}

export const resetCounters = async (config: Config): Promise<string> => {
  const { done, left } = await withStore(config, async ({ figures }) => ({
    done: await figures.resetCounters(),
    left: await figures.oversized(),
  }))
  const lines = [...section('set to 0:', done.map(describeFigure)), ...sizeProblems(left)]
  return lines.length > 0 ? lines.join('\n') : 'No counter is beyond 2^53. Nothing was changed.'
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
    sessionSecret: '',
    secretKeyFile: join(dataDir, 'secret.key'),
    workers: 1,
  }
}

export const prepareDemo = async (config: Config): Promise<Demo> => {
  await mkdir(config.dataDir, { recursive: true })
  const clock = { now: Date.now() }
  return await withStore(
    config,
    (store) => seedDemo(store, clock),
    () => clock.now,
  )
}
