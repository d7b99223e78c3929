import { existsSync } from 'node:fs'
import { openSource } from '../dialect/source/open-source.ts'
import type { DatabaseAddress } from '../dsn.ts'
import type { DumpSources } from './dump-parts.ts'

/** No server has started with this address yet; whether the log should be there, the main database says. */
const isMissing = (address: DatabaseAddress): boolean => address.kind === 'sqlite' && !existsSync(address.path)

/** Both are closed after the work, whatever comes of it. */
export const withDumpSources = async <T>(
  { main: mainAddress, log: logAddress }: { readonly main: DatabaseAddress; readonly log: DatabaseAddress | undefined },
  work: (sources: DumpSources) => Promise<T>,
): Promise<T> => {
  const main = await openSource(mainAddress)
  try {
    const log = logAddress === undefined || isMissing(logAddress) ? undefined : await openSource(logAddress)
    try {
      return await work({ main, log })
    } finally {
      await log?.close()
    }
  } finally {
    await main.close()
  }
}
