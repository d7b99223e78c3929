import { readFileSync, readdirSync } from 'node:fs'

const TICKS_PER_SECOND = 100

const statOf = (pid: number): readonly string[] => {
  // The program's name stands in brackets and may hold blanks; everything after it is numbers.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return Number(statOf(candidate)[1]) === pid
      } catch {
        return false
      }
    })

/** A process and all below it. */
export const family = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(family)]

/** Seconds of processor time used so far by a process and all below it. */
export const cpuSeconds = (pid: number): number =>
  family(pid).reduce((sum, member) => {
    const stat = statOf(member)
    return sum + (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND
  }, 0)

/** Memory in megabytes of a process and all below it; what several of them share, such as the program itself, counts once. */
export const residentMegabytes = (pid: number): number =>
  family(pid).reduce((sum, member) => {
    const line = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${member}/smaps_rollup`, 'utf8'))
    return sum + Number(line?.[1] ?? 0) / 1024
  }, 0)

/** Nanoseconds of processor time that each thread of some processes has used so far; finer than a hundredth of a second. */
type ThreadTimes = ReadonlyMap<string, number>

export const threadTimes = (pids: readonly number[]): ThreadTimes => {
  const times = new Map<string, number>()
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      try {
        times.set(thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
      } catch {
        // It has ended since the folder was read.
      }
    }
  }
  return times
}

/** Microseconds since then. Of a thread that has ended in between, its last moments are not known. */
export const microsSince = (before: ThreadTimes, pids: readonly number[]): number => {
  let nanos = 0
  for (const [thread, time] of threadTimes(pids)) nanos += time - (before.get(thread) ?? 0)
  return nanos / 1000
}
