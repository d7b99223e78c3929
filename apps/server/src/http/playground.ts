import { Refusal, languageOf } from '@weir/contract/errors'
import type { TokenObject } from '@weir/contract/token'
import type { Credentials } from '../accounts/credentials.ts'
import { isCrossSite, senderOf } from './api/cross-site.ts'
import { refusalResponse } from './api/envelope.ts'
import { identify } from './api/session.ts'
import type { Origin } from './request/origin.ts'

export const PLAYGROUND_PATH = '/pg/chat/completions'

const RELAYED_AS = '/v1/chat/completions'
/** Names the token by its id; a page of another site cannot send it, and the key itself stays here. */
const TOKEN_HEADER = 'x-weir-token'
const MAX_SHOWN = 200

interface PlaygroundOptions {
  readonly credentials: Credentials
  readonly tokens: { readonly get: (userId: number, id: number) => Promise<TokenObject | undefined> }
  readonly relay: (
    request: Request,
    path: string,
    origin: Pick<Origin, 'address' | 'requestId'> & { readonly authorization: string },
  ) => Promise<Response>
  readonly refusalOf: (error: unknown, requestId: string) => Refusal
}

const requireOwnPage = ({ method, headers }: Request, { host }: Origin): void => {
  if (method !== 'POST') throw new Refusal('unknown-path', { method, path: PLAYGROUND_PATH })
  if (!isCrossSite(headers, host)) return
  throw new Refusal('cross-site', { sender: (senderOf(headers) ?? '-').slice(0, MAX_SHOWN), host: host.slice(0, MAX_SHOWN) })
}

/** A chat from the console: the session says who calls, the token it names says on which terms, and the relay does the rest. */
export const createPlayground = ({ credentials, tokens, relay, refusalOf }: PlaygroundOptions) => {
  const userOf = async (request: Request, { isSecure }: Origin): Promise<number> => {
    const actor = await identify(request.headers, isSecure, credentials)
    if (actor === undefined || actor.session?.factor === 'awaited') throw new Refusal('not-signed-in')
    if (actor.credential !== 'session') throw new Refusal('session-only')
    if (actor.session?.factor === 'missing') throw new Refusal('second-factor-required')
    return actor.id
  }

  const ownKey = async (userId: number, { headers }: Request): Promise<string> => {
    const named = headers.get(TOKEN_HEADER) ?? ''
    const token = /^[1-9]\d{0,14}$/.test(named) ? await tokens.get(userId, Number(named)) : undefined
    if (token === undefined) throw new Refusal('playground-token', { id: named.slice(0, MAX_SHOWN) || '-' })
    return token.key
  }

  return async (request: Request, origin: Origin): Promise<Response> => {
    try {
      requireOwnPage(request, origin)
      const key = await ownKey(await userOf(request, origin), request)
      const { address, requestId } = origin
      const response = await relay(request, RELAYED_AS, { address, requestId, authorization: `Bearer sk-${key}` })
      // The relay lets every page read its replies, because it knows callers by a key. Here a cookie does.
      for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) response.headers.delete(name)
      return response
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOf(error, origin.requestId)
      return refusalResponse(refusal, languageOf(request.headers.get('accept-language')))
    }
  }
}
