import type { EndpointDefinition } from '@weir/contract/endpoint'
import type { NewAuditEntry } from '@weir/store/audit/append'
import type { Audit } from '@weir/store/repositories/audit'
import type { Actor } from '../../accounts/actor.ts'
import type { Change } from '../../admin/context.ts'

export type AuditTrail = Pick<Audit, 'add'>

interface Call {
  readonly endpoint: EndpointDefinition
  readonly actor: Actor | undefined
  readonly address: string
  readonly requestId: string
  readonly input: { readonly params: unknown; readonly body: unknown }
}

const jsonText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))

const namesIn = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])

/** Names, not values: whatever a handler does not describe itself may hold a secret. */
const bareChange = ({ input }: Call): Change => {
  const id = typeof input.params === 'object' && input.params !== null && 'id' in input.params ? Number(input.params.id) : 0
  return { object: id > 0 ? `#${id}` : '', after: { fields: namesIn(input.body) } }
}

/** The rows a successful call leaves. A handler that said nothing still leaves one. */
export const entriesOf = (call: Call, changes: readonly Change[]): readonly NewAuditEntry[] => {
  const { endpoint, actor } = call
  if (!endpoint.audit || actor === undefined) return []
  const { audit: action } = endpoint
  return (changes.length === 0 ? [bareChange(call)] : changes).map(({ object, before, after }) => ({
    actorId: actor.id,
    actorName: actor.username,
    credential: actor.credential,
    address: call.address,
    requestId: call.requestId,
    action,
    object,
    before: jsonText(before),
    after: jsonText(after),
  }))
}
