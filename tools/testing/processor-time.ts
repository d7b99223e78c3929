/** What the work took of the processor: unlike the time on the wall, it stays the same on a busy machine. */
export const processorMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
