/**
 * Resident memory of the process in bytes. To read it takes a descriptor: a process that has none left, under more streams than it may open
 * files, tells what it read last. An error would end the process from a timer, and its streams with it.
 */
export const createResidentMemory = (read: () => number): (() => number) => {
  let latest = 0
  return () => {
    try {
      latest = read()
    } catch {
      // The figure of a moment ago is as good.
    }
    return latest
  }
}

export const residentBytes = createResidentMemory(() => process.memoryUsage.rss())
