import type { LimitReport, WireEnvelope } from '../model/caller-wire.ts'
import type { WireError } from '../model/wire-error.ts'
import { encodeDataFrame } from '../sse/encode.ts'

const renderErrorBody = (error: WireError): string =>
  JSON.stringify({ error: { message: error.message, type: error.type, param: error.param ?? null, code: error.code ?? null } })

/** An error inside a stream that has already begun. */
export const renderErrorFrame = (error: WireError): Uint8Array => encodeDataFrame(renderErrorBody(error))

const figuresOf = (what: 'requests' | 'tokens' | 'quota', figures: LimitReport['requests']): Record<string, string> =>
  figures === undefined
    ? {}
    : {
        [`x-ratelimit-limit-${what}`]: String(figures.limit),
        [`x-ratelimit-remaining-${what}`]: String(figures.remaining),
        ...(figures.resetSeconds !== undefined && { [`x-ratelimit-reset-${what}`]: `${figures.resetSeconds}s` }),
      }

/** Errors and limits as OpenAI tells them, on every path of its API. */
export const chatEnvelope: WireEnvelope = {
  renderError: (error) => ({ status: error.status, headers: {}, body: renderErrorBody(error) }),
  limitHeaders: ({ requests, tokens, quota }) => ({
    ...figuresOf('requests', requests),
    ...figuresOf('tokens', tokens),
    ...figuresOf('quota', quota),
  }),
}
