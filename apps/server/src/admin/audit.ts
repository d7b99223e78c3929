import { getAuditHead, listAudit } from '@weir/contract/audit'
import type { Audit } from '@weir/store/repositories/audit'
import { countedPageOf } from './page.ts'
import { route, type Route } from './route.ts'

export const auditRoutes = ({ audit }: { readonly audit: Audit }): readonly Route[] => [
  route(listAudit, ({ query }, { isNewApi }) => {
    const filter = {
      actorId: query.actor_id,
      actorName: query.actor_name,
      action: query.action,
      object: query.object,
      startTime: query.start_timestamp,
      endTime: query.end_timestamp,
      beforeId: query.before_id,
    }
    return countedPageOf(query, isNewApi, { read: (page) => audit.list(filter, page), count: () => audit.count(filter) })
  }),
  route(getAuditHead, async () => ({ ...(await audit.head()), actions: [...(await audit.actions())] })),
]
