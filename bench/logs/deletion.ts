import type { Store } from '@weir/store/open-store'
import { DAY, NOW } from './rows.ts'

/** Of the two months that there are, the older one goes. Meanwhile the log is asked for its first page and the figure of a month. */
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
  const deleted = await logs.deleteBefore(NOW - 30 * DAY)
  isDone = true
  await asking
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const shares = `${((seconds * 1e6) / deleted).toFixed(1)} µs a row, ${((user + system) / deleted).toFixed(1)} µs of this process`
  console.log(`  deletion of a month: ${deleted} rows in ${seconds.toFixed(0)} s, ${shares}`)
  console.log(`  first page and figure meanwhile: at most ${Math.max(...waits).toFixed(0)} ms`)
}
