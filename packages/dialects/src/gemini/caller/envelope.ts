import type { JsonObject } from '../../json.ts'
import type { WireEnvelope } from '../../model/caller-wire.ts'
import { NOBODY_SERVES, type WireError } from '../../model/wire-error.ts'

const STATUSES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const httpStatusOf = ({ status, code }: WireError): number => (code === NOBODY_SERVES ? 404 : status)

const nameOf = (status: number): string => STATUSES[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')

/** Reasons are capitals on this wire. */
const reasonOf = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

const infoOf = ({ code, param }: WireError): readonly JsonObject[] =>
  code === undefined || code === null || code === ''
    ? []
    : [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: reasonOf(code),
          domain: 'weir',
          ...(param !== undefined && param !== null && param !== '' && { metadata: { field: param } }),
        },
      ]

export const errorBody = (error: WireError): string =>
  JSON.stringify({
    error: {
      code: httpStatusOf(error),
      message: error.message,
      status: nameOf(httpStatusOf(error)),
      details: [...infoOf(error), { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: error.requestId }],
    },
  })

/** Errors as Google tells them. It has no headers for limits. */
export const geminiEnvelope: WireEnvelope = {
  renderError: (error) => ({ status: httpStatusOf(error), headers: {}, body: errorBody(error) }),
  limitHeaders: () => ({}),
}
