import type { z } from 'zod'

/** The least a caller must be. There is no default: a route without a rule does not compile. */
export type Access = 'public' | 'user' | 'admin' | 'root'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Which counters a call runs through, beside the one over the whole API. The server holds the numbers.
 * `login`, `redeem` and `factor` count failures alone.
 */
export type LimitName = 'critical' | 'login' | 'register' | 'mail' | 'code' | 'oauth-state' | 'redeem' | 'factor'

export interface EndpointInput {
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
}

export interface EndpointDefinition {
  readonly method: Method
  readonly path: `/${string}`
  readonly access: Access
  /** One plain sentence; it becomes the summary in the API description. */
  readonly summary: string
  readonly input: EndpointInput
  /** Turns the form in which other products of the family send the body into the one described here. */
  readonly adaptBody?: (body: unknown, sender: { readonly isNewApi: boolean }) => unknown
  /** A call without any body is the same as one with an empty object. */
  readonly mayLackBody?: true
  /** Clients of the family tell a body that is no JSON object by this status, and every other refusal by the envelope. */
  readonly undecodableStatus?: 400
  readonly data: z.ZodType
  /** Fields that existing clients read beside `data`, at the top level of the envelope. */
  readonly extra?: z.ZodType
  /** The option that lets visitors in: while it is off, the handler of this public call asks them to sign in. */
  readonly visitorsIf?: string
  /** How large a body may be; a megabyte unless told. */
  readonly maxBodyBytes?: number
  /** A GET that changes something: refused when a browser calls it from another site. */
  readonly changesState?: true
  /** Only a console session may call it; a system access token may not. */
  readonly sessionOnly?: true
  /** Open to a session whose second factor is still to be shown. */
  readonly duringSignIn?: true
  /** Open to an account that has to set up a second factor before anything else. */
  readonly beforeSecondFactor?: true
  readonly limit?: LimitName
  /** The name of the change in the audit trail; `false` says on purpose that the call leaves no trace there. */
  readonly audit?: string | false
}

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = Readonly<D>

type ChangesState<D extends EndpointDefinition> = D['method'] extends 'GET' ? (D extends { changesState: true } ? true : false) : true

/** What somebody can be held to must say how it is written down: without it the definition does not compile. */
type AuditRule<D extends EndpointDefinition> = D['access'] extends 'public'
  ? unknown
  : ChangesState<D> extends true
    ? { readonly audit: string | false }
    : unknown

export const endpoint = <const D extends EndpointDefinition>(definition: D & AuditRule<D>): Endpoint<D> => Object.freeze(definition)

export const isChange = (definition: EndpointDefinition): boolean => definition.method !== 'GET' || definition.changesState === true

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives: every part already checked. */
export interface HandlerInput<D extends EndpointDefinition> {
  readonly params: Parsed<D['input']['params']>
  readonly query: Parsed<D['input']['query']>
  readonly body: Parsed<D['input']['body']>
}

type PresentParts<T> = { readonly [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a client sends. Parts the endpoint does not declare are absent. */
export type ClientInput<D extends EndpointDefinition> = PresentParts<{
  params: Sent<D['input']['params']>
  query: Sent<D['input']['query']>
  body: Sent<D['input']['body']>
}>

export type DataOf<D extends EndpointDefinition> = z.output<D['data']>
