import type { ClientInput, DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import { parseJsonObject, type Fields } from '../browser/json.ts'
import { currentLanguage } from '../i18n/language.ts'
import { askIdentity } from './ask-identity.ts'
import { CallError } from './call-error.ts'

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]

/** A field with a default on the server may be left out or sent empty. */
type Sendable<T> = Readonly<Omit<T, OptionalKeys<T>> & { [K in OptionalKeys<T>]?: T[K] | '' | undefined }>

export type CallInput<D extends EndpointDefinition> = {
  readonly [K in keyof ClientInput<D>]: K extends 'body' ? ClientInput<D>[K] : Sendable<ClientInput<D>[K]>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000

interface LooseInput {
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: unknown
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const urlOf = (path: string, { params = {}, query = {} }: LooseInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).filter(([, value]) => isScalar(value))
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

interface Envelope {
  readonly success: boolean
  readonly message: string
  readonly data: unknown
  readonly fields: Fields
}

/** A reply with what stands beside the data at the top level of the envelope. */
export type WholeReply = Pick<Envelope, 'message' | 'data' | 'fields'>

const numberIn = (parts: unknown, name: string): number | undefined => {
  const value = new Map<string, unknown>(Object.entries(parts ?? {})).get(name)
  return typeof value === 'number' ? value : undefined
}

/** A figure that some servers put beside the data, some inside it, and some send as the data itself. */
export const figureOf = ({ fields, data }: WholeReply, name: string): number | undefined =>
  numberIn(fields, name) ?? numberIn(data, name) ?? (typeof data === 'number' ? data : undefined)

/** Reads defensively: a reply without `success` but with `data` is a list object of the relay's own kind. */
const parseEnvelope = (text: string): Envelope | undefined => {
  const fields = parseJsonObject(text)
  if (fields === undefined) return undefined
  const { success, message, data } = fields
  if (typeof success !== 'boolean' && data === undefined) return undefined
  return { success: success !== false, message: typeof message === 'string' ? message : '', data, fields }
}

const readReply = (response: Response, text: string): WholeReply => {
  const reply = parseEnvelope(text)
  if (!response.ok) throw new CallError({ kind: 'status', status: response.status, message: reply?.message ?? '' })
  if (reply === undefined) throw new CallError({ kind: 'unreadable' })
  if (!reply.success) throw new CallError({ kind: 'refused', message: reply.message, fields: reply.fields })
  return reply
}

interface Connection {
  readonly baseUrl: string
  readonly language: () => string
  /** Asks the reader to confirm who they are, and says whether they did. */
  readonly askIdentity: () => Promise<boolean>
}

const CONFIRM_NEEDED = 428

const wantsConfirmation = (error: unknown): boolean =>
  error instanceof CallError && error.failure.kind === 'status' && error.failure.status === CONFIRM_NEEDED

export const createClient = ({ baseUrl, language, askIdentity }: Connection) => {
  const send = async (request: Request, timeoutMs: number, caller: AbortSignal | undefined): Promise<WholeReply> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = caller === undefined ? timeout : AbortSignal.any([caller, timeout])
    try {
      const response = await fetch(request, { signal })
      return readReply(response, await response.text())
    } catch (cause) {
      if (cause instanceof CallError || caller?.aborted === true) throw cause
      throw new CallError(timeout.aborted ? { kind: 'timeout', seconds: timeoutMs / 1000 } : { kind: 'offline' }, { cause })
    }
  }

  const callWhole = async <const D extends EndpointDefinition>(
    endpoint: D,
    input: CallInput<D>,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {},
  ): Promise<WholeReply> => {
    const { body, ...address }: LooseInput = input
    const headers = new Headers({ Accept: 'application/json', 'Accept-Language': language() })
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    // No page of another site can send it, so that the server knows its own console even where a proxy hides the name it was called by.
    if (baseUrl === '') headers.set('X-Weir-Console', '1')
    const url = new URL(urlOf(endpoint.path, address), baseUrl || globalThis.location.origin)
    const request = new Request(url, {
      method: endpoint.method,
      headers,
      credentials: baseUrl === '' ? 'same-origin' : 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // A request can be sent once; its copy is for after the confirmation.
    const again = request.clone()
    try {
      return await send(request, timeoutMs, signal)
    } catch (error) {
      if (!wantsConfirmation(error) || !(await askIdentity())) throw error
      return await send(again, timeoutMs, signal)
    }
  }

  const call = async <const D extends EndpointDefinition>(
    endpoint: D,
    input: CallInput<D>,
    options: CallOptions = {},
  ): Promise<DataOf<D>> =>
    // The server checks every reply against this schema before it leaves. Checking again here would lock the console out of a server
    // that is one version older or newer.
    (await callWhole(endpoint, input, options)).data as DataOf<D>

  return { call, callWhole }
}

const serverBase: string = import.meta.env.VITE_SERVER ?? ''

/** Where a path of the relay is called from the console, beside the typed calls. */
export const serverUrl = (path: string): URL => new URL(path, serverBase || globalThis.location.origin)

/** The one way to reach the server: typed by the contract, and every failure is a CallError. */
export const { call, callWhole } = createClient({ baseUrl: serverBase, language: currentLanguage, askIdentity })

/** What this client was built from; a server of another version asks for a reload. */
export const clientVersion: string = import.meta.env.VITE_VERSION ?? ''

/** One page of a list, with how many rows there are on all pages where the server tells. */
export const callCounted = async <const D extends EndpointDefinition>(endpoint: D, input: CallInput<D>, options: CallOptions = {}) => {
  const reply = await callWhole(endpoint, input, options)
  return { rows: (reply.data ?? []) as DataOf<D>, total: numberIn(reply.fields, 'total') }
}
