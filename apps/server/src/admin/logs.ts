import { Refusal, notFound } from '@weir/contract/errors'
import {
  LogType,
  MAX_LOG_FILTERS,
  deleteLogFilter,
  deleteLogs,
  getLogEntry,
  listLogFilters,
  listLogs,
  listOwnLogs,
  saveLogFilter,
  searchLogs,
  searchOwnLogs,
  statLogs,
  statOwnLogs,
  type AdminLogObject,
  type LogObject,
} from '@weir/contract/log'
import { isAdmin } from '@weir/contract/user'
import type { Clock } from '@weir/relay/ports'
import type { Channels } from '@weir/store/repositories/channels'
import type { LogFilter } from '@weir/store/repositories/logs/log-filter'
import type { DetailedLog, Logs } from '@weir/store/repositories/logs/logs'
import type { RequestBodies } from '@weir/store/repositories/logs/request-bodies'
import type { SavedFilters } from '@weir/store/repositories/logs/saved-filters'
import type { Settings } from '../settings/settings.ts'
import { route, type Route } from './route.ts'
import { channelsOf, toAdminLogObject, toLogEntry, toLogObject } from './logs/log-trail.ts'
import { logFilter, ownLogFilter } from './logs/log-query.ts'
import { typeAsked, withNewApiType } from './logs/new-api-types.ts'
import { SEARCH_LIMIT, pageOf } from './page.ts'

interface Dependencies {
  readonly logs: Logs
  readonly channels: Pick<Channels, 'names'>
  readonly savedFilters: SavedFilters
  readonly requestBodies: Pick<RequestBodies, 'has'>
  readonly settings: () => Settings
  readonly clock: Clock
}

/** A log has no end that somebody pages to; beyond this the total stays where it is. */
const MAX_COUNTED = 10_000

const own = (rows: readonly DetailedLog[]): LogObject[] => rows.map((row) => toLogObject(row, undefined))

const asked = (filter: LogFilter, isNewApi: boolean): LogFilter =>
  isNewApi ? { ...filter, type: typeAsked(filter.type ?? LogType.all) } : filter

const told = <T extends LogObject>(rows: readonly T[], isNewApi: boolean): readonly T[] => (isNewApi ? rows.map(withNewApiType) : rows)

export const logRoutes = ({ logs, channels, savedFilters, requestBodies, settings, clock }: Dependencies): readonly Route[] => {
  const withNames = async (rows: readonly DetailedLog[]): Promise<AdminLogObject[]> => {
    const names = await channels.names(rows.map(({ channel }) => channel))
    return rows.map((row) => toAdminLogObject(row, names))
  }

  return [
    route(listLogs, ({ query }, { isNewApi }) => {
      const filter = asked(logFilter(query), isNewApi)
      return pageOf(query, isNewApi, {
        read: async (page) => told(await withNames(await logs.list(filter, page)), isNewApi),
        count: () => logs.count(filter, MAX_COUNTED),
      })
    }),
    route(listOwnLogs, ({ query }, { actor, isNewApi }) => {
      const filter = asked(ownLogFilter(query), isNewApi)
      return pageOf(query, isNewApi, {
        read: async (page) => told(own(await logs.listOwn(actor.id, filter, page)), isNewApi),
        count: () => logs.count(filter, MAX_COUNTED, actor.id),
      })
    }),
    route(getLogEntry, async ({ params: { id } }, { actor }) => {
      const isForAdmin = isAdmin(actor.role)
      const row = await logs.find(id, isForAdmin ? undefined : actor.id)
      if (row === undefined) throw notFound('log', id)
      const entry = toLogEntry(row, isForAdmin ? await channels.names(channelsOf(row)) : undefined)
      const mayRead = isForAdmin || settings().isOn('LogBodiesForUsers')
      return { ...entry, has_bodies: mayRead && (await requestBodies.has(row.request_id, row.user_id)) }
    }),
    route(searchLogs, async ({ query }) => withNames(await logs.search(query.keyword, SEARCH_LIMIT))),
    route(searchOwnLogs, async ({ query }, { actor }) => own(await logs.search(query.keyword, SEARCH_LIMIT, actor.id))),
    route(statLogs, async ({ query }) => {
      const { quota, tokens, cost, margin } = await logs.sum(logFilter(query))
      return { quota, token: tokens, cost, margin }
    }),
    route(statOwnLogs, async ({ query }, { actor }) => {
      const { quota, tokens } = await logs.sum(ownLogFilter(query), actor.id)
      return { quota, token: tokens }
    }),
    route(listLogFilters, async (_, { actor }) => [...(await savedFilters.list(actor.id))]),
    route(saveLogFilter, async ({ body }, { actor }) => {
      if ((await savedFilters.save(actor.id, body)) === 'too-many') throw new Refusal('log-filter-limit', { max: MAX_LOG_FILTERS })
    }),
    route(deleteLogFilter, async ({ query: { name } }, { actor }) => {
      if (!(await savedFilters.remove(actor.id, name))) throw notFound('filter', name)
    }),
    route(deleteLogs, async ({ query: { target_timestamp: target } }, { recordChange }) => {
      if (target <= 0 || target * 1000 > clock()) throw new Refusal('time-not-past')
      const deleted = await logs.deleteBefore(target)
      recordChange({ object: 'log', after: { older_than: target, deleted } })
      return deleted
    }),
  ]
}
