import { Refusal, notFound } from '@weir/contract/errors'
import { readLogBodies } from '@weir/contract/logs/log-bodies'
import { isAdmin } from '@weir/contract/user'
import type { KeptBody, RequestBodies } from '@weir/store/repositories/logs/request-bodies'
import type { Logs } from '@weir/store/repositories/logs/logs'
import type { Settings } from '../../settings/settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly logs: Pick<Logs, 'find'>
  readonly requestBodies: Pick<RequestBodies, 'find'>
  readonly settings: () => Settings
}

const shown = ({ text, bytes, isCut }: KeptBody) => ({ text, bytes, is_cut: isCut })

export const logBodyRoutes = ({ logs, requestBodies, settings }: Dependencies): readonly Route[] => [
  route(readLogBodies, async ({ params: { id } }, { actor, recordChange }) => {
    const isForAdmin = isAdmin(actor.role)
    if (!isForAdmin && !settings().isOn('LogBodiesForUsers')) throw new Refusal('no-bodies', { id })
    const row = await logs.find(id, isForAdmin ? undefined : actor.id)
    if (row === undefined) throw notFound('log', id)
    const bodies = await requestBodies.find(row.request_id, row.user_id)
    if (bodies === undefined) throw new Refusal('no-bodies', { id })
    recordChange({ object: `log ${id}`, after: { user: row.user_id, request_id: row.request_id } })
    return { request: shown(bodies.request), reply: shown(bodies.reply) }
  }),
]
