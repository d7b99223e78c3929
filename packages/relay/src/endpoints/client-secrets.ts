import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { shapeProblem } from '@weir/dialects/openai-chat/body-shape'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { RelayReply } from '../reply.ts'
import type { Caller, TextInput } from '../stage-types.ts'
import { mayUse } from '../stages/route.ts'

export interface ClientSecretInput extends TextInput {
  /** The caller's own key, which has been found good. */
  readonly authorization: string
  /** The path before the present one: the settings are the body itself, and the answer is the session. */
  readonly isOlder: boolean
}

const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 7200
const USUAL_SECONDS = 600
/** Browsers send it in a header line, of which proxies take eight kilobytes. */
const MAX_LENGTH = 7000

const refuse = (param: string, zh: string, en: string): RelayRefusal => new RelayRefusal('invalid-request', { problem: { zh, en }, param })

const secondsOf = (body: JsonObject): number => {
  const seconds = objectAt(body, 'expires_after')?.['seconds'] ?? USUAL_SECONDS
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS) return seconds
  const shown = JSON.stringify(seconds)
  throw refuse(
    'expires_after.seconds',
    `expires_after.seconds 应为 10 到 7200 的整数，收到 ${shown}`,
    `expires_after.seconds must be a whole number from 10 to 7200, got ${shown}`,
  )
}

const bodyOf = (rawBody: string): JsonObject => {
  const problem = shapeProblem(rawBody)
  if (problem !== undefined) throw new RelayRefusal('invalid-request', { problem })
  const body = rawBody.trim() === '' ? {} : parseJson(rawBody)
  if (isObject(body)) return body
  throw new RelayRefusal('invalid-request', { problem: { zh: '请求体不是 JSON 对象', en: 'The request body is not a JSON object' } })
}

/** A session of another kind has no model of its own to be bound to. */
const requireRealtime = (session: JsonObject, place: string): void => {
  const type = session['type'] ?? 'realtime'
  if (type === 'realtime') return
  const shown = JSON.stringify(type)
  throw refuse(`${place}type`, `会话类型只支持 realtime，收到 ${shown}`, `Sessions of the type realtime are served, got ${shown}`)
}

const boundSession = (session: JsonObject, place: string, caller: Caller): JsonObject => {
  requireRealtime(session, place)
  const model = textAt(session, 'model') ?? ''
  if (model === '') throw refuse(`${place}model`, '请写明会话的模型', 'Name the model of the session')
  if (!mayUse(caller, model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
  return session
}

const sealed = (secret: Parameters<Ports['clientSecrets']['seal']>[0], ports: Ports): string => {
  const value = ports.clientSecrets.seal(secret)
  if (value.length <= MAX_LENGTH) return value
  throw refuse(
    'session',
    '会话设置过长，无法放入临时密钥：请缩短 instructions 和 tools，或在连接后用 session.update 发送',
    'The settings are too long for a client secret: shorten instructions and tools, or send them with session.update once connected',
  )
}

/** A key for a browser: it opens one kind of session, for a while, in the name of the token it was asked with. Upstream is not asked. */
export const giveClientSecret = (
  { authorization, isOlder, rawBody, requestId }: ClientSecretInput,
  caller: Caller,
  ports: Ports,
): RelayReply => {
  const body = bodyOf(rawBody)
  const session = isOlder ? boundSession(body, '', caller) : boundSession(objectAt(body, 'session') ?? {}, 'session.', caller)
  const expiresAt = Math.floor(ports.clock() / 1000) + (isOlder ? USUAL_SECONDS : secondsOf(body))
  const settings = isOlder ? session : { type: 'realtime', ...session }
  const value = sealed({ authorization, expiresAt, session: settings }, ports)
  const shown = { ...settings, object: 'realtime.session', id: `sess_${requestId}` }
  const reply = isOlder ? { ...shown, client_secret: { value, expires_at: expiresAt } } : { value, expires_at: expiresAt, session: shown }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(reply),
  }
}
