import type { RemainingLimits } from './budget.ts'

export type Language = 'zh' | 'en'

/** Why the relay says no, in the words and codes that callers of this family of gateways know. */
const table = {
  'no-token': {
    status: 401,
    code: 'no_token',
    zh: '未提供令牌，请在 Authorization 头中填写 Bearer sk-…',
    en: 'No token provided; send Authorization: Bearer sk-…',
  },
  'invalid-token': { status: 401, code: 'invalid_token', zh: '无效的令牌', en: 'Invalid token' },
  'token-exhausted': {
    status: 401,
    code: 'token_exhausted',
    zh: '令牌「{token}」额度已用尽',
    en: 'The quota of token "{token}" is exhausted',
  },
  'token-expired': { status: 401, code: 'token_expired', zh: '令牌「{token}」已过期', en: 'Token "{token}" has expired' },
  'token-disabled': { status: 401, code: 'token_disabled', zh: '令牌「{token}」已被禁用', en: 'Token "{token}" is disabled' },
  'client-secret-expired': {
    status: 401,
    code: 'client_secret_expired',
    zh: '临时密钥已过期，请重新获取',
    en: 'The client secret has expired; ask for a new one',
  },
  'websocket-required': {
    status: 426,
    code: 'websocket_required',
    zh: '该接口只接受 WebSocket 连接',
    en: 'This endpoint takes WebSocket connections only',
  },
  'session-idle': {
    status: 408,
    code: 'session_idle',
    zh: '会话 15 分钟没有任何消息，已结束',
    en: 'The session was ended after 15 minutes without a message',
  },
  subnet: {
    status: 403,
    code: 'address_not_allowed',
    zh: '令牌只允许在指定网段使用，当前地址 {address}',
    en: 'This token is limited to certain subnets; your address is {address}',
  },
  'user-banned': { status: 403, code: 'user_banned', zh: '用户已被封禁', en: 'The user is banned' },
  'group-not-allowed': {
    status: 403,
    code: 'group_not_allowed',
    zh: '令牌「{token}」选择的分组 {group} 已不可用，请在令牌设置中改选分组',
    en: 'The group {group} of token "{token}" can no longer be chosen; choose another in the settings of the token',
  },
  'channel-pinned': {
    status: 403,
    code: 'channel_not_allowed',
    zh: '普通用户不支持指定渠道',
    en: 'Only administrators may choose a channel',
  },
  'invalid-channel': {
    status: 400,
    code: 'invalid_channel',
    zh: '渠道 {channel} 不存在或已禁用',
    en: 'Channel {channel} does not exist or is disabled',
  },
  'model-not-allowed': {
    status: 403,
    code: 'model_not_allowed',
    zh: '该令牌无权使用模型 {model}',
    en: 'This token may not use the model {model}',
  },
  'invalid-request': { status: 400, code: 'invalid_text_request', zh: '{problem}', en: '{problem}' },
  'body-too-slow': {
    status: 408,
    code: 'body_too_slow',
    zh: '请求体没有在规定时间内传完，请重试',
    en: 'The request body did not arrive in time; send it again',
  },
  'unsupported-input': {
    status: 400,
    code: 'unsupported_parameter',
    zh: '可用渠道不支持请求中的 {param}（{reason}）',
    en: 'No available channel supports {param} ({reason})',
  },
  'body-too-large': {
    status: 413,
    code: 'body_too_large',
    zh: '请求体超过 {limit} 字节的上限',
    en: 'The request body is larger than the limit of {limit} bytes',
  },
  'body-encoding': {
    status: 415,
    code: 'unsupported_encoding',
    zh: '不支持请求体编码 {encoding}，请使用 gzip 或不压缩',
    en: 'The body encoding {encoding} is not supported; send gzip or plain',
  },
  'body-type': {
    status: 415,
    code: 'unsupported_media_type',
    zh: '请以 multipart/form-data 上传文件',
    en: 'Files are uploaded as multipart/form-data',
  },
  'user-quota': {
    status: 403,
    code: 'insufficient_user_quota',
    zh: '用户额度不足：本次请求要先预扣 {held}（结束后多退），账户只剩 {left}。请充值，或减小 max_tokens',
    en: 'The user has not enough quota: this request must hold {held} in advance (the rest is given back), and {left} is left. Top up, or lower max_tokens',
  },
  'token-quota': {
    status: 403,
    code: 'pre_consume_token_quota_failed',
    zh: '令牌「{token}」额度不足：本次请求要先预扣 {held}（结束后多退），令牌只剩 {left}。请增加令牌的额度，或减小 max_tokens',
    en: 'Token "{token}" has not enough quota: this request must hold {held} in advance (the rest is given back), and {left} is left. Raise the quota of the token, or lower max_tokens',
  },
  unpriced: {
    status: 403,
    code: 'model_without_price',
    zh: '模型 {model} 没有设置价格，暂不可用',
    en: 'The model {model} has no price and cannot be used',
  },
  limited: {
    status: 429,
    code: 'rate_limit_exceeded',
    zh: '请求过于频繁（{limit}），请稍后再试',
    en: 'Too many requests ({limit}), try again later',
  },
  budget: { status: 429, code: 'budget_exceeded', zh: '{problem}', en: '{problem}' },
  'not-supported': {
    status: 501,
    code: 'api_not_implemented',
    zh: '该接口尚未实现：{path}',
    en: 'This API is not implemented: {path}',
  },
  'no-channel': {
    status: 503,
    code: 'no_available_channel',
    zh: '分组 {group} 下模型 {model} 暂无可用渠道',
    en: 'No channel is available for the model {model} in group {group}',
  },
  'unknown-path': { status: 404, code: 'unknown_url', zh: '接口不存在：{method} {path}', en: 'Invalid URL ({method} {path})' },
  'model-unknown': { status: 404, code: 'model_not_found', zh: '模型 {model} 不存在', en: 'The model {model} does not exist' },
  'response-not-found': {
    status: 404,
    code: 'response_not_found',
    zh: '响应 {id} 不存在、不属于当前用户，或保存它的渠道已不可用',
    en: 'The response {id} does not exist, belongs to another user, or is kept by a channel that is gone',
  },
  'item-not-found': {
    status: 404,
    code: 'item_not_found',
    zh: '条目 {id} 不存在、不属于当前用户，或已不再保存，请直接发送其内容',
    en: 'The item {id} does not exist, belongs to another user, or is no longer kept; send its content instead',
  },
  'upstream-refused': {
    status: 502,
    code: 'upstream_refused',
    zh: '上游拒绝了本网关的请求，请联系管理员',
    en: 'The provider refused the gateway; contact the administrator',
  },
  'upstream-busy': {
    status: 429,
    code: 'upstream_rate_limited',
    zh: '当前分组上游负载已饱和，请稍后再试',
    en: 'The providers of this group are saturated, try again later',
  },
  'upstream-overloaded': {
    status: 503,
    code: 'upstream_overloaded',
    zh: '上游服务过载，请稍后再试',
    en: 'The provider is overloaded, try again later',
  },
  'upstream-not-found': {
    status: 404,
    code: 'model_not_found',
    zh: '上游没有模型 {model}',
    en: 'The provider does not have the model {model}',
  },
  'upstream-unreachable': { status: 502, code: 'do_request_failed', zh: '无法连接上游服务', en: 'The provider could not be reached' },
  'upstream-too-slow': { status: 504, code: 'upstream_timeout', zh: '上游没有在限定时间内响应', en: 'The provider did not answer in time' },
  'upstream-broken': { status: 502, code: 'bad_response', zh: '上游返回了无法使用的响应', en: 'The provider sent an unusable answer' },
  'upstream-filtered': {
    status: 400,
    code: 'content_filter',
    zh: '上游的内容审查中止了回答',
    en: 'The content filter of the provider stopped the answer',
  },
  'store-unavailable': {
    status: 503,
    code: 'store_unavailable',
    zh: '数据库暂时不可用，请稍后再试',
    en: 'The database is not available right now, try again shortly',
  },
  'server-busy': {
    status: 503,
    code: 'server_overloaded',
    zh: '服务器繁忙，请在 {seconds} 秒后重试',
    en: 'The server is busy, try again in {seconds} seconds',
  },
  'over-share': {
    status: 503,
    code: 'too_many_running',
    zh: '服务器繁忙，而您已有 {running} 个请求在运行。请等其中一些结束，或在 {seconds} 秒后重试',
    en: 'The server is busy and {running} of your requests are running already. Let some of them end, or try again in {seconds} seconds',
  },
  'shutting-down': {
    status: 503,
    code: 'shutting_down',
    zh: '服务正在停止，请稍后重试',
    en: 'The server is shutting down, try again shortly',
  },
  internal: {
    status: 500,
    code: 'internal_error',
    zh: '服务器内部错误，请联系管理员',
    en: 'Internal server error, contact the administrator',
  },
} as const satisfies Record<string, { status: number; code: string; zh: string; en: string }>

export type RelayRefusalKind = keyof typeof table
export const relayRefusalTable: Readonly<Record<RelayRefusalKind, { status: number; code: string; zh: string; en: string }>> = table

export interface RefusalOptions {
  readonly params?: Readonly<Record<string, string | number>>
  /** Text in both languages where the table only has a place for it. */
  readonly problem?: { readonly zh: string; readonly en: string }
  readonly param?: string
  readonly retryAfter?: string
  /** What is left of the caller's own limits. */
  readonly remaining?: RemainingLimits
}

/** Whose request it was, and what it asked for as far as that had been read. */
export interface RefusedRequest {
  readonly userId: number
  readonly username: string
  readonly tokenName: string
  readonly model: string
  readonly isStream: boolean
}

export class RelayRefusal extends Error {
  readonly kind: RelayRefusalKind
  readonly options: RefusalOptions
  /** Known from the moment that the key is; what is refused before leaves no row in the log. */
  refused: RefusedRequest | undefined

  constructor(kind: RelayRefusalKind, options: RefusalOptions = {}) {
    super(kind)
    this.name = 'RelayRefusal'
    this.kind = kind
    this.options = options
  }

  of(
    { userId, username, tokenName }: Omit<RefusedRequest, 'model' | 'isStream'>,
    asked?: Pick<RefusedRequest, 'model' | 'isStream'>,
  ): this {
    this.refused = { userId, username, tokenName, model: asked?.model ?? '', isStream: asked?.isStream ?? false }
    return this
  }

  get status(): number {
    return table[this.kind].status
  }

  get code(): string {
    return table[this.kind].code
  }

  text(language: Language): string {
    const values: Readonly<Record<string, string | number>> = { ...this.options.params, problem: this.options.problem?.[language] ?? '' }
    return table[this.kind][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

export interface LoggedRefusal extends RefusedRequest {
  readonly kind: RelayRefusalKind
  /** What the caller was told. Asked for only where a row is written. */
  readonly text: (language: Language) => string
  readonly requestId: string
  readonly address: string
}

/** Rows of requests that were let in nowhere. Bounded, so that nobody can fill a disk by being refused. */
export interface RefusalLog {
  note(refusal: LoggedRefusal): void
}
