import type { EndpointDefinition } from '@weir/contract/endpoint'
import { Reply } from './reply.ts'

/** What a handler returned, as far as the contract lets it out. */
export const checkedReply = (endpoint: EndpointDefinition, result: unknown): Reply<unknown> => {
  const reply = result instanceof Reply ? result : new Reply(result)
  const extra = endpoint.extra?.parse(reply.extra)
  return new Reply(endpoint.data.parse(reply.data), {
    message: reply.message,
    isSuccess: reply.isSuccess,
    ...(reply.page !== undefined && { page: reply.page }),
    ...(extra !== undefined && { extra: extra as Record<string, unknown> }),
  })
}
