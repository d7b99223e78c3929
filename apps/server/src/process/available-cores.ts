import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { posix } from 'node:path'

const CGROUPS = '/sys/fs/cgroup'

export interface Machine {
  readonly processors: number
  /** The text of a file, undefined where there is none that may be read. */
  readonly read: (path: string) => string | undefined
}

const thisMachine = (): Machine => ({
  processors: availableParallelism(),
  read: (path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return undefined
    }
  },
})

/** A folder and those above it, up to the root. */
const withParents = (folder: string): readonly string[] =>
  folder === '/' || folder === '.' ? ['/'] : [folder, ...withParents(posix.dirname(folder))]

/** `max 100000` where nothing is limited, otherwise the microseconds in each period of so many. */
const coresOfQuota = (quota: string | undefined, period: string | undefined): number => {
  const cores = Number(quota) / Number(period)
  return Number.isFinite(cores) && cores > 0 ? cores : Infinity
}

/** A service of the system is limited in a group of its own or in one above it; inside a container the own group is the root. */
const quotaOfGroups = (read: Machine['read']): number => {
  const own = /^0::(\/.*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1] ?? '/'
  const limits = withParents(own).map((folder) => {
    const [quota, period] = (read(posix.join(CGROUPS, folder, 'cpu.max')) ?? '').trim().split(' ')
    return coresOfQuota(quota, period)
  })
  const older = coresOfQuota(read(`${CGROUPS}/cpu/cpu.cfs_quota_us`), read(`${CGROUPS}/cpu/cpu.cfs_period_us`))
  return Math.min(older, ...limits)
}

/** How many processors this process may keep busy: those it may run on, or fewer where its group is limited. At least one. */
export const availableCores = ({ processors, read }: Machine = thisMachine()): number =>
  Math.max(1, Math.floor(Math.min(processors, quotaOfGroups(read))))
