import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RateCounts } from '@weir/store/repositories/rate-counts'
import { ownEnvironment } from '../config.ts'
import { log } from '../process/log.ts'
import { ownCommand } from '../process/own-files.ts'

/** One line for all nodes: whoever has it backs up, and has it for as long as it lives and works. */
const TURN = 'scheduled backup'
/** After a crash or a failure the next try waits this long. */
const LEASE_SECONDS = 600
const RENEW_MS = 60_000
const OWN_NAME = /^weir-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/
const OWN_REMAINS = /^weir-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup\.[0-9a-f]+\.partial$/

export interface ScheduledBackups {
  readonly turns: Pick<RateCounts, 'take' | 'prolong'>
  readonly folder: string
  readonly everySeconds: number
  readonly keep: number
  readonly clock: () => number
  readonly backUp: (file: string) => Promise<void>
}

/** Sorts by time. */
const nameAt = (ms: number): string => `weir-${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

const momentOf = (name: string): number => Date.parse(name.slice(5, 25).replace(/T(\d{2})-(\d{2})-/, 'T$1:$2:'))

/** Undefined when there is none, or no such folder. */
export const newestBackupMs = async (folder: string): Promise<number | undefined> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const newest = names
    .filter((name) => OWN_NAME.test(name))
    .toSorted()
    .at(-1)
  return newest === undefined ? undefined : momentOf(newest)
}

/** What others have put into the folder stays. */
const tidy = async (folder: string, keep: number): Promise<void> => {
  const names = (await readdir(folder)).toSorted()
  const old = names.filter((name) => OWN_NAME.test(name)).slice(0, -keep)
  for (const name of [...old, ...names.filter((other) => OWN_REMAINS.test(other))]) await rm(join(folder, name))
}

const whileRenewing = async (turns: ScheduledBackups['turns'], work: () => Promise<void>): Promise<void> => {
  const timer = setInterval(() => {
    // A database that is away for a moment does not end the backup; at worst another node makes one as well.
    turns.prolong(TURN, LEASE_SECONDS).catch(() => undefined)
  }, RENEW_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** Backs up when it is time to, unless another node does or has. Old backups go after a new one is there, never before. */
export const backUpWhenDue = async ({ turns, folder, everySeconds, keep, clock, backUp }: ScheduledBackups): Promise<void> => {
  if ((await turns.take(TURN, { max: 1, seconds: LEASE_SECONDS })) > 0) return
  const startedMs = clock()
  await mkdir(folder, { recursive: true })
  const file = join(folder, nameAt(startedMs))
  await whileRenewing(turns, () => backUp(file))
  const elapsed = Math.ceil((clock() - startedMs) / 1000)
  await turns.prolong(TURN, Math.max(1, everySeconds - elapsed))
  await tidy(folder, keep)
  log.info('backup written', { file })
}

/** In a process of its own: requests do not wait while a large database is read. Ends with the signal. */
export const backUpApart =
  (signal: AbortSignal) =>
  async (file: string): Promise<void> => {
    const child = Bun.spawn([...ownCommand, 'backup', file], {
      env: ownEnvironment(),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      signal,
    })
    const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
    if (code !== 0 && !signal.aborted) throw new Error(said.trim() || `weir backup ended with ${code}`)
    if (code !== 0) throw new Error('the server ends; the backup is made by the next one')
  }
