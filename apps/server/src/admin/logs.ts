import { Refusal } from '@weir/contract/errors'
import {
  deleteLogs,
  listLogs,
  listOwnLogs,
  searchLogs,
  searchOwnLogs,
  statLogs,
  statOwnLogs,
  type AdminLogObject,
  type LogObject,
} from '@weir/contract/log'
import type { Clock } from '@weir/relay/ports'
import type { DetailedLog, Logs } from '@weir/store/repositories/logs/logs'
import { route, type Route } from './route.ts'
import { logCharge, substituteFor } from './log-charge.ts'
import { SEARCH_LIMIT, pageOf } from './page.ts'

interface Dependencies {
  readonly logs: Logs
  readonly clock: Clock
}

interface OwnQuery {
  readonly type: number
  readonly start_timestamp: number
  readonly end_timestamp: number
  readonly model_name: string
  readonly token_name: string
}

const ownFilter = (query: OwnQuery) => ({
  type: query.type,
  startTime: query.start_timestamp,
  endTime: query.end_timestamp,
  modelName: query.model_name,
  tokenName: query.token_name,
})

const fullFilter = (query: OwnQuery & { readonly username: string; readonly channel: number }) => ({
  ...ownFilter(query),
  username: query.username,
  channelId: query.channel,
})

/** A log has no end that somebody pages to; beyond this the total stays where it is. */
const MAX_COUNTED = 10_000

const withDetail = (rows: readonly DetailedLog[]): LogObject[] =>
  rows.map((row) => {
    const charge = logCharge(row.detail)
    const substitute = substituteFor(row.detail)
    const { cost: _cost, group: _group, ...shown } = row
    return { ...shown, ...(charge !== undefined && { charge }), ...(substitute !== undefined && { substitute_for: substitute }) }
  })

const forAdmins = (rows: readonly DetailedLog[]): AdminLogObject[] => {
  const shown = withDetail(rows)
  return rows.flatMap(({ cost, group }, at) => shown.slice(at, at + 1).map((row) => ({ ...row, cost, group })))
}

export const logRoutes = ({ logs, clock }: Dependencies): readonly Route[] => [
  route(listLogs, ({ query }, { isNewApi }) => {
    const filter = fullFilter(query)
    return pageOf(query, isNewApi, {
      read: async (page) => forAdmins(await logs.list(filter, page)),
      count: () => logs.count(filter, MAX_COUNTED),
    })
  }),
  route(listOwnLogs, ({ query }, { actor, isNewApi }) => {
    const filter = ownFilter(query)
    return pageOf(query, isNewApi, {
      read: async (page) => withDetail(await logs.listOwn(actor.id, filter, page)),
      count: () => logs.count(filter, MAX_COUNTED, actor.id),
    })
  }),
  route(searchLogs, async ({ query }) => forAdmins(await logs.search(query.keyword, SEARCH_LIMIT))),
  route(searchOwnLogs, async ({ query }, { actor }) => withDetail(await logs.search(query.keyword, SEARCH_LIMIT, actor.id))),
  route(statLogs, async ({ query }) => {
    const { quota, tokens, cost, margin } = await logs.sum(fullFilter(query))
    return { quota, token: tokens, cost, margin }
  }),
  route(statOwnLogs, async ({ query }, { actor }) => {
    const { quota, tokens } = await logs.sum(ownFilter(query), actor.id)
    return { quota, token: tokens }
  }),
  route(deleteLogs, async ({ query: { target_timestamp: target } }, { recordChange }) => {
    if (target <= 0 || target * 1000 > clock()) throw new Refusal('time-not-past')
    const deleted = await logs.deleteBefore(target)
    recordChange({ object: 'log', after: { older_than: target, deleted } })
    return deleted
  }),
]
