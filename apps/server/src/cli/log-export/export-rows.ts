import type { AdminLogObject } from '@weir/contract/log'
import type { Store } from '@weir/store/open-store'
import type { LogFilter } from '@weir/store/repositories/logs/log-filter'
import { toAdminLogObject } from '../../admin/logs/log-trail.ts'

interface Exported {
  readonly batches: AsyncIterable<readonly AdminLogObject[]>
  /** Those that were read so far. */
  readonly count: () => number
}

/** What administrators see of every row under a filter, newest first. */
export const exportRows = ({ logs, channels }: Pick<Store, 'logs' | 'channels'>, filter: LogFilter): Exported => {
  let count = 0
  async function* batches(): AsyncGenerator<readonly AdminLogObject[]> {
    for await (const rows of logs.scan(filter)) {
      const names = await channels.names(rows.map(({ channel }) => channel))
      count += rows.length
      yield rows.map((row) => toAdminLogObject(row, names))
    }
  }
  return { batches: batches(), count: () => count }
}
