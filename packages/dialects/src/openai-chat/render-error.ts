import type { WireError } from '../model/wire-error.ts'
import { encodeDataFrame } from '../sse/encode.ts'

export const renderErrorBody = (error: WireError): string =>
  JSON.stringify({ error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code ?? null } })

/** An error inside a stream that has already begun. */
export const renderErrorFrame = (error: WireError): Uint8Array => encodeDataFrame(renderErrorBody(error))
