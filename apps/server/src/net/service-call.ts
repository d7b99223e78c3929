import { parseJson } from '@weir/dialects/json'
import { createCheckedFetch } from './checked-fetch.ts'
import { limitedText } from './limited-text.ts'
import type { AddressesOf } from './outbound-policy.ts'

export interface ServiceRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object goes as JSON, form fields as a form; a text is JSON already, and goes byte for byte as it was signed. */
  readonly body?: URLSearchParams | string | Readonly<Record<string, unknown>>
}

export interface ServiceReply {
  readonly status: number
  /** Undefined when the reply is not JSON. */
  readonly json: unknown
}

/** The other side could not be reached, was too slow or said too much. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable'
}

export type CallService = (request: ServiceRequest) => Promise<ServiceReply>

const TIMEOUT_MS = 5000
const MAX_BYTES = 1024 * 1024

const bodyOf = (body: ServiceRequest['body']): { readonly body?: URLSearchParams | string; readonly type?: string } => {
  if (body === undefined) return {}
  if (body instanceof URLSearchParams) return { body }
  return { body: typeof body === 'string' ? body : JSON.stringify(body), type: 'application/json' }
}

const readText = async (response: Response): Promise<string> => {
  const text = await limitedText(response, MAX_BYTES)
  if (text === undefined) throw new ServiceUnreachable('the reply is too long')
  return text
}

interface ServiceCallOptions {
  readonly addressesOf: AddressesOf
  readonly timeoutMs?: number
}

/** Short calls to services an operator has set up. */
export const createCallService = ({ addressesOf, timeoutMs = TIMEOUT_MS }: ServiceCallOptions): CallService => {
  const checkedFetch = createCheckedFetch(addressesOf)
  return async ({ method, url, headers, body }) => {
    try {
      const { type, ...content } = bodyOf(body)
      const response = await checkedFetch(new URL(url), {
        method,
        ...content,
        headers: { accept: 'application/json', 'user-agent': 'weir', ...(type !== undefined && { 'content-type': type }), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, json: parseJson(await readText(response)) }
    } catch (cause) {
      throw new ServiceUnreachable('the service could not be reached', { cause })
    }
  }
}
