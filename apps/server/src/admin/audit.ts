import { listAudit } from '@weir/contract/audit'
import type { Audit } from '@weir/store/repositories/audit'
import { route, type Route } from './route.ts'
import { toPage } from './page.ts'

export const auditRoutes = ({ audit }: { readonly audit: Audit }): readonly Route[] => [
  route(listAudit, async ({ query }) => {
    const filter = { actorId: query.actor_id, action: query.action, startTime: query.start_timestamp, endTime: query.end_timestamp }
    return [...(await audit.list(filter, toPage(query)))]
  }),
]
