const RUNS = 40

export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

export const measure = async (title: string, work: () => Promise<unknown>): Promise<void> => {
  const times: number[] = []
  const cpuTimes: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now()
    const cpu = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(cpu)
    times.push(performance.now() - from)
    cpuTimes.push((user + system) / 1000)
  }
  const sorted = [times, cpuTimes].map((values) => values.toSorted((a, b) => a - b))
  const shown = (at: number, part: number): string =>
    `${quantile(sorted[at] ?? [], part)
      .toFixed(1)
      .padStart(7)} ms`
  console.log(`  ${title.padEnd(44)} p50 ${shown(0, 0.5)}   p95 ${shown(0, 0.95)}   cpu p50 ${shown(1, 0.5)}   p95 ${shown(1, 0.95)}`)
}
