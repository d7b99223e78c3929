import { listOwnLogs } from '@weir/contract/log'
import type { Logs } from '@weir/store/repositories/logs'
import { route, type Route } from '../http/route.ts'
import { toPage } from './page.ts'

export const logRoutes = ({ logs }: { readonly logs: Logs }): readonly Route[] => [
  route(listOwnLogs, async ({ query }, { actor }) => {
    const filter = {
      type: query.type,
      startTime: query.start_timestamp,
      endTime: query.end_timestamp,
      modelName: query.model_name,
      tokenName: query.token_name,
    }
    return [...(await logs.listOwn(actor.id, filter, toPage(query)))]
  }),
]
