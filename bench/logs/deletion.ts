import type { Store } from '@weir/store/open-store'
import { DAY, NOW, START } from './rows.ts'

/** Of the two months that there are, the older one goes, or its first `BENCH_DAYS`. Meanwhile the log is asked for its first page and the figure of a month. */
const OLDEST_KEPT = process.env['BENCH_DAYS'] === undefined ? NOW - 30 * DAY : START + Number(process.env['BENCH_DAYS']) * DAY

export const measureDeletion = async ({ logs }: Store): Promise<void> => {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  let isDone = false
  const waits: number[] = []
  const ask = async (): Promise<void> => {
    while (!isDone) {
      const from = performance.now()
      await logs.list({}, { offset: 0, limit: 10 })
      await logs.sum({ startTime: NOW - 30 * DAY, endTime: NOW })
      waits.push(performance.now() - from)
      await Bun.sleep(100)
    }
  }
  const asking = ask()
  const deleted = await logs.deleteBefore(OLDEST_KEPT)
  isDone = true
  await asking
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const shares = `${((seconds * 1e6) / deleted).toFixed(1)} µs a row, ${((user + system) / deleted).toFixed(1)} µs of this process`
  console.log(`  deletion: ${deleted} rows in ${seconds.toFixed(0)} s, ${shares}`)
  console.log(`  first page and figure meanwhile: at most ${Math.max(...waits).toFixed(0)} ms`)
}
