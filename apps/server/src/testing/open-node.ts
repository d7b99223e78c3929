import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'

/** The store of one of several nodes on the same SQLite file. */
export const openNodeStore = (folder: string, nodeId: string, clock: () => number = Date.now): Promise<Store> =>
  openStore({ dsn: '', sqlitePath: join(folder, 'weir.db'), rootKey: new Uint8Array(32), nodeId, clock })

/** The same with a database of its own for the log. */
export const openWithLog = (folder: string, clock: () => number): Promise<Store> =>
  openStore({
    dsn: '',
    sqlitePath: join(folder, 'weir.db'),
    logDsn: join(folder, 'log.db'),
    rootKey: new Uint8Array(32),
    nodeId: 'node-1',
    clock,
  })
