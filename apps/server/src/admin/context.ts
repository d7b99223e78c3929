import type { Access, DataOf, EndpointDefinition, HandlerInput } from '@weir/contract/endpoint'
import type { Language } from '@weir/contract/errors'
import type { Trace } from '@weir/store/audit/traced'
import type { Actor, ActorSession } from '../accounts/actor.ts'
import type { Reply } from './reply.ts'

interface SessionStart {
  /** The version at which the rights were looked at: a role that has changed since ends the session at once. */
  readonly authVersion?: number
  readonly hasShownFactor?: boolean
}

/** The console session behind the call. Cookies are the edge's business; handlers say what should happen. */
export interface SessionControl {
  /** Says whether a second factor is still to be shown or set up. */
  start(userId: number, options?: SessionStart): Promise<ActorSession['factor']>
  end(): Promise<void>
}

/** What a call changed, for the audit trail. Never a secret, not even sealed. */
export interface Change {
  /** Such as `user 12` or `option RetryTimes`. */
  readonly object: string
  readonly before?: unknown
  readonly after?: unknown
}

/** A browser, signed in or not. Its id proves nothing but that a later call comes from the same browser. */
export interface VisitorControl {
  readonly id: string | undefined
  /** The id of the browser, given now unless there is one. */
  ensure(): string
}

interface CallContext {
  /** Written down once the handler has succeeded. */
  readonly recordChange: (change: Change) => void
  /** For a repository, which writes it down in the transaction of the change itself: neither is there without the other. */
  readonly trace: <Outcome>(describe: (outcome: Outcome) => readonly Change[]) => Trace<Outcome>
  /** This call has changed nothing, though others to its endpoint do: it leaves no entry in the trail. */
  readonly onlyRead: () => void
  /** The caller speaks as clients of new-api do, and reads their forms: it says so by the header that those always send. */
  readonly isNewApi: boolean
  readonly address: string
  /** What the browser has in its address line, port included. */
  readonly host: string
  /** Sent by a program on this machine, for itself. */
  readonly isLocal: boolean
  readonly visitor: VisitorControl
  readonly requestId: string
  readonly language: Language
  readonly session: SessionControl
}

export interface PublicContext extends CallContext {
  readonly actor: Actor | undefined
}

export interface ActorContext extends CallContext {
  readonly actor: Actor
}

export type ContextFor<A extends Access> = A extends 'public' ? PublicContext : ActorContext

/** A handler of an endpoint without data may simply end. */
type Result<T> = T | Reply<T> | (undefined extends T ? void : never)

export type Handler<D extends EndpointDefinition> = (input: HandlerInput<D>, context: ContextFor<D['access']>) => Promise<Result<DataOf<D>>>
