import type { LogObject } from '@weir/contract/log'
import type { UserObject } from '@weir/contract/user'
import type { ApiClient } from '../harness/api-client.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { ownLogs, selfOf } from '../harness/stand.ts'

export interface Effect<T> {
  readonly value: T
  readonly log: LogObject
  readonly spent: number
}

/** What the first account starts with. */
const CREDIT = 500_000_000_000_000

/** The account when nothing is held any more: what is left and what was used are the whole credit. */
export const settledSelf = (root: ApiClient): Promise<UserObject> =>
  eventually('every hold is settled', async () => {
    const self = await selfOf(root)
    return self.quota + self.used_quota === CREDIT ? self : undefined
  })

/** What one call gave, cost and wrote, seen through the management API. */
export const effectOf = async <T>(root: ApiClient, call: () => Promise<T>): Promise<Effect<T>> => {
  const before = await settledSelf(root)
  const [newest] = await ownLogs(root)
  const value = await call()
  const log = await eventually('a new log row', async () => {
    const [row] = await ownLogs(root)
    return row?.id === newest?.id ? undefined : row
  })
  return { value, log, spent: before.quota - (await settledSelf(root)).quota }
}
