import type { EndpointDefinition } from '@weir/contract/endpoint'
import type { Handler, PublicContext } from './context.ts'

/** An endpoint with its handler, types checked against each other and then forgotten. */
export interface Route {
  readonly endpoint: EndpointDefinition
  readonly handle: (input: unknown, context: PublicContext) => Promise<unknown>
}

export const route = <D extends EndpointDefinition>(endpoint: D, handler: Handler<D>): Route => ({
  endpoint,
  // Sound because mount() builds input from this endpoint's schemas and enforces its access rule first.
  handle: handler as unknown as Route['handle'],
})
