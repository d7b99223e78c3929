import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERIOD_US = 10_000
const V1 = '/sys/fs/cgroup/cpu'
const V2 = '/sys/fs/cgroup'
const isV1 = existsSync(join(V1, 'cpu.cfs_quota_us'))
const ROOT = isV1 ? V1 : V2

export interface CpuBound {
  readonly free: () => void
}

/** Lets the kernel give a process no more than this share of a core. Needs the right to make control groups. */
export const boundCpu = (pid: number, share: number): CpuBound => {
  const group = join(ROOT, `weir-bench-${pid}`)
  const set = (file: string, value: string): void => writeFileSync(join(group, file), value)
  mkdirSync(group)
  const quota = String(PERIOD_US * share)
  if (isV1) {
    set('cpu.cfs_period_us', String(PERIOD_US))
    set('cpu.cfs_quota_us', quota)
  } else set('cpu.max', `${quota} ${PERIOD_US}`)
  set('cgroup.procs', String(pid))
  return {
    free: () => {
      writeFileSync(join(ROOT, 'cgroup.procs'), String(pid))
      rmdirSync(group)
    },
  }
}
