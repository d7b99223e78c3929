import type { EndpointDefinition } from '@weir/contract/endpoint'
import type { NewAuditEntry } from '@weir/store/audit/append'
import type { Audit } from '@weir/store/repositories/audit'
import type { Actor } from '../accounts/actor.ts'
import type { Change, PublicContext } from './context.ts'

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

const toEntries = ({ endpoint, actor, address, requestId }: Call, changes: readonly Change[]): readonly NewAuditEntry[] => {
  const { audit: action } = endpoint
  if (!action || actor === undefined) return []
  return changes.map(({ object, before, after }) => ({
    actorId: actor.id,
    actorName: actor.username,
    credential: actor.credential,
    address,
    requestId,
    action,
    object,
    before: jsonText(before),
    after: jsonText(after),
  }))
}

/** What one call leaves in the trail. */
export const openCallTrail = (call: Call) => {
  const changes: Change[] = []
  let isTraced = false
  let hasChanged = true
  const trace: PublicContext['trace'] = (describe) => (outcome) => {
    const entries = toEntries(call, describe(outcome))
    isTraced ||= entries.length > 0
    return entries
  }
  return {
    recordChange: (change: Change): void => void changes.push(change),
    trace,
    onlyRead: (): void => {
      hasChanged = false
    },
    /** What is still to be written once the call has succeeded. A handler that said nothing leaves a row all the same. */
    rest: (): readonly NewAuditEntry[] => {
      if (isTraced || !hasChanged) return toEntries(call, changes)
      return toEntries(call, changes.length === 0 ? [bareChange(call)] : changes)
    },
  }
}
