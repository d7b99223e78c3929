import { expect, it } from 'bun:test'
import { RelayRefusal, relayRefusalTable, type RelayRefusalKind } from './refusal.ts'

/** What callers and their programs are told. Programs tell refusals apart by status and code, so a change here breaks them. */
const told: readonly (readonly [RelayRefusalKind, number, string, string, string])[] = [
  [
    'no-token',
    401,
    'no_token',
    '未提供令牌，请在 Authorization 头中填写 Bearer sk-…',
    'No token provided; send Authorization: Bearer sk-…',
  ],
  ['invalid-token', 401, 'invalid_token', '无效的令牌', 'Invalid token'],
  ['token-exhausted', 401, 'token_exhausted', '令牌「{token}」额度已用尽', 'The quota of token "{token}" is exhausted'],
  ['token-expired', 401, 'token_expired', '令牌「{token}」已过期', 'Token "{token}" has expired'],
  ['token-disabled', 401, 'token_disabled', '令牌「{token}」已被禁用', 'Token "{token}" is disabled'],
  [
    'subnet',
    403,
    'address_not_allowed',
    '令牌只允许在指定网段使用，当前地址 {address}',
    'This token is limited to certain subnets; your address is {address}',
  ],
  ['user-banned', 403, 'user_banned', '用户已被封禁', 'The user is banned'],
  [
    'group-not-allowed',
    403,
    'group_not_allowed',
    '令牌「{token}」选择的分组 {group} 已不可用，请在令牌设置中改选分组',
    'The group {group} of token "{token}" can no longer be chosen; choose another in the settings of the token',
  ],
  ['channel-pinned', 403, 'channel_not_allowed', '普通用户不支持指定渠道', 'Only administrators may choose a channel'],
  ['invalid-channel', 400, 'invalid_channel', '渠道 {channel} 不存在或已禁用', 'Channel {channel} does not exist or is disabled'],
  ['model-not-allowed', 403, 'model_not_allowed', '该令牌无权使用模型 {model}', 'This token may not use the model {model}'],
  ['invalid-request', 400, 'invalid_text_request', '{problem}', '{problem}'],
  ['body-too-slow', 408, 'body_too_slow', '请求体没有在规定时间内传完，请重试', 'The request body did not arrive in time; send it again'],
  [
    'unsupported-input',
    400,
    'unsupported_parameter',
    '可用渠道不支持请求中的 {param}（{reason}）',
    'No available channel supports {param} ({reason})',
  ],
  ['body-too-large', 413, 'body_too_large', '请求体超过 {limit} 字节的上限', 'The request body is larger than the limit of {limit} bytes'],
  [
    'body-encoding',
    415,
    'unsupported_encoding',
    '不支持请求体编码 {encoding}，请使用 gzip 或不压缩',
    'The body encoding {encoding} is not supported; send gzip or plain',
  ],
  ['body-type', 415, 'unsupported_media_type', '请以 multipart/form-data 上传文件', 'Files are uploaded as multipart/form-data'],
  [
    'user-quota',
    403,
    'insufficient_user_quota',
    '用户额度不足：本次请求要先预扣 {held}（结束后多退），账户只剩 {left}。请充值，或减小 max_tokens',
    'The user has not enough quota: this request must hold {held} in advance (the rest is given back), and {left} is left. Top up, or lower max_tokens',
  ],
  [
    'token-quota',
    403,
    'pre_consume_token_quota_failed',
    '令牌「{token}」额度不足：本次请求要先预扣 {held}（结束后多退），令牌只剩 {left}。请增加令牌的额度，或减小 max_tokens',
    'Token "{token}" has not enough quota: this request must hold {held} in advance (the rest is given back), and {left} is left. Raise the quota of the token, or lower max_tokens',
  ],
  ['budget', 429, 'budget_exceeded', '{problem}', '{problem}'],
  ['client-secret-expired', 401, 'client_secret_expired', '临时密钥已过期，请重新获取', 'The client secret has expired; ask for a new one'],
  ['session-idle', 408, 'session_idle', '会话 15 分钟没有任何消息，已结束', 'The session was ended after 15 minutes without a message'],
  ['websocket-required', 426, 'websocket_required', '该接口只接受 WebSocket 连接', 'This endpoint takes WebSocket connections only'],
  ['unpriced', 403, 'model_without_price', '模型 {model} 没有设置价格，暂不可用', 'The model {model} has no price and cannot be used'],
  ['limited', 429, 'rate_limit_exceeded', '请求过于频繁（{limit}），请稍后再试', 'Too many requests ({limit}), try again later'],
  ['not-supported', 501, 'api_not_implemented', '该接口尚未实现：{path}', 'This API is not implemented: {path}'],
  [
    'no-channel',
    503,
    'no_available_channel',
    '分组 {group} 下模型 {model} 暂无可用渠道',
    'No channel is available for the model {model} in group {group}',
  ],
  ['unknown-path', 404, 'unknown_url', '接口不存在：{method} {path}', 'Invalid URL ({method} {path})'],
  ['model-unknown', 404, 'model_not_found', '模型 {model} 不存在', 'The model {model} does not exist'],
  [
    'response-not-found',
    404,
    'response_not_found',
    '响应 {id} 不存在、不属于当前用户，或保存它的渠道已不可用',
    'The response {id} does not exist, belongs to another user, or is kept by a channel that is gone',
  ],
  [
    'item-not-found',
    404,
    'item_not_found',
    '条目 {id} 不存在、不属于当前用户，或已不再保存，请直接发送其内容',
    'The item {id} does not exist, belongs to another user, or is no longer kept; send its content instead',
  ],
  [
    'upstream-refused',
    502,
    'upstream_refused',
    '上游拒绝了本网关的请求，请联系管理员',
    'The provider refused the gateway; contact the administrator',
  ],
  [
    'upstream-busy',
    429,
    'upstream_rate_limited',
    '当前分组上游负载已饱和，请稍后再试',
    'The providers of this group are saturated, try again later',
  ],
  ['upstream-overloaded', 503, 'upstream_overloaded', '上游服务过载，请稍后再试', 'The provider is overloaded, try again later'],
  ['upstream-not-found', 404, 'model_not_found', '上游没有模型 {model}', 'The provider does not have the model {model}'],
  ['upstream-unreachable', 502, 'do_request_failed', '无法连接上游服务', 'The provider could not be reached'],
  ['upstream-too-slow', 504, 'upstream_timeout', '上游没有在限定时间内响应', 'The provider did not answer in time'],
  ['upstream-broken', 502, 'bad_response', '上游返回了无法使用的响应', 'The provider sent an unusable answer'],
  ['upstream-filtered', 400, 'content_filter', '上游的内容审查中止了回答', 'The content filter of the provider stopped the answer'],
  [
    'store-unavailable',
    503,
    'store_unavailable',
    '数据库暂时不可用，请稍后再试',
    'The database is not available right now, try again shortly',
  ],
  ['server-busy', 503, 'server_overloaded', '服务器繁忙，请在 {seconds} 秒后重试', 'The server is busy, try again in {seconds} seconds'],
  [
    'over-share',
    503,
    'too_many_running',
    '服务器繁忙，而您已有 {running} 个请求在运行。请等其中一些结束，或在 {seconds} 秒后重试',
    'The server is busy and {running} of your requests are running already. Let some of them end, or try again in {seconds} seconds',
  ],
  ['shutting-down', 503, 'shutting_down', '服务正在停止，请稍后重试', 'The server is shutting down, try again shortly'],
  ['internal', 500, 'internal_error', '服务器内部错误，请联系管理员', 'Internal server error, contact the administrator'],
]

it.each(told)('%s is told as %p %s', (...row) => {
  const [kind, status, code, zh, en] = row
  const { status: found, code: name } = new RelayRefusal(kind)
  expect([found, name, relayRefusalTable[kind].zh, relayRefusalTable[kind].en]).toEqual([status, code, zh, en])
})

it('knows no other refusal', () => {
  expect(Object.keys(relayRefusalTable).toSorted()).toEqual(told.map(([kind]) => kind).toSorted())
})

it('fills in what it is about, in both languages, and leaves out what is not told', () => {
  const refusal = new RelayRefusal('no-channel', { params: { group: 'vip', model: 'gpt-5' } })
  expect([refusal.text('zh'), refusal.text('en')]).toEqual([
    '分组 vip 下模型 gpt-5 暂无可用渠道',
    'No channel is available for the model gpt-5 in group vip',
  ])
  expect(new RelayRefusal('no-channel').text('en')).toBe('No channel is available for the model  in group ')
  const problem = new RelayRefusal('invalid-request', { problem: { zh: '错', en: 'wrong' } })
  expect([problem.text('zh'), problem.text('en'), new RelayRefusal('invalid-request').text('en')]).toEqual(['错', 'wrong', ''])
  expect([refusal.name, refusal.message]).toEqual(['RelayRefusal', 'no-channel'])
})
