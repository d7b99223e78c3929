import type { JsonObject } from '../json.ts'
import type { WireError } from '../model/wire-error.ts'

const encoder = new TextEncoder()

export const renderEvent = (type: string, sequence: number, payload: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...payload })}\n\n`

/** The end of a response that broke off. Without it some clients wait, and others take the rest for the whole. */
export const renderFailedResponse = (response: JsonObject, sequence: number, { code, message }: WireError): Uint8Array => {
  const failed = { ...response, status: 'failed', error: { code: code ?? 'server_error', message } }
  return encoder.encode(renderEvent('response.failed', sequence, { response: failed }))
}
