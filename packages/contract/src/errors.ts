import { alertRefusals } from './refusals/alert-refusals.ts'
import { keyRefusals } from './refusals/key-refusals.ts'
import { optionRefusals } from './refusals/option-refusals.ts'
import { priceRefusals } from './refusals/price-refusals.ts'
import { factorRefusals } from './refusals/factor-refusals.ts'
import { recordName, type RecordName } from './values/record-name.ts'

export type Language = 'zh' | 'en'

interface RefusalText {
  /** Business refusals are 200 with `success: false`; only rights and transport have statuses of their own. */
  readonly status: 200 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 428 | 429 | 500 | 503
  readonly zh: string
  readonly en: string
}

const table = {
  'not-signed-in': { status: 401, zh: '未登录或登录已过期，请重新登录', en: 'Not logged in or login expired, please log in again' },
  'bad-access-token': {
    status: 401,
    zh: '系统访问令牌无效，请在个人设置中重新生成',
    en: 'The system access token is not valid; generate a new one in personal settings',
  },
  'account-unusable': {
    status: 401,
    zh: '账号已被封禁或删除，请联系管理员',
    en: 'This account is banned or deleted; contact the administrator',
  },
  'other-user': {
    status: 401,
    zh: '请求头 New-Api-User 是 {named}，而登录的用户是 {id}',
    en: 'The header New-Api-User says {named}, but the credential belongs to user {id}',
  },
  'no-right': { status: 403, zh: '没有权限执行此操作', en: 'You do not have the right to do this' },
  ...alertRefusals,
  ...factorRefusals,
  'same-password': { status: 200, zh: '新密码不能与当前密码相同', en: 'The new password must differ from the current one' },
  'session-only': { status: 403, zh: '此操作只能在控制台登录后进行', en: 'This can only be done from a console session' },
  'playground-token': {
    status: 404,
    zh: '令牌 {id} 不是你的或已被删除，请在操练场中另选一个令牌',
    en: 'Token {id} is not yours or has been deleted; choose another one in the playground',
  },
  'cross-site': {
    status: 403,
    zh: '已拒绝来自其他站点的请求：页面是 {sender}，服务器地址是 {host}。请在控制台内操作；若使用反向代理，请让它传递 Host 请求头',
    en: 'A request from another site was refused: the page is {sender}, this server was called as {host}. Use the console itself; a proxy must pass the Host header on',
  },
  'not-below-you': {
    status: 403,
    zh: '只能操作权限低于自己的用户',
    en: 'You can only act on users whose role is below your own',
  },
  'root-only': { status: 403, zh: '只有超级管理员可以执行此操作', en: 'Only the super admin can do this' },
  'unknown-path': { status: 404, zh: '接口不存在：{method} {path}', en: 'Invalid URL ({method} {path})' },
  'body-too-slow': { status: 408, zh: '请求体没有在规定时间内传完，请重试', en: 'The request body did not arrive in time; send it again' },
  'body-too-large': { status: 413, zh: '请求体超过 {limit} 字节的上限', en: 'The request body is larger than the limit of {limit} bytes' },
  'body-encoding': {
    status: 415,
    zh: '不支持 {encoding} 压缩的请求体，请不压缩直接发送',
    en: 'A body compressed with {encoding} is not supported here; send it uncompressed',
  },
  'body-type': {
    status: 415,
    zh: '请求体必须是 JSON，请使用 Content-Type: application/json，而不是 {type}',
    en: 'The body must be JSON: send Content-Type: application/json, not {type}',
  },
  'too-many-requests': {
    status: 429,
    zh: '请求过于频繁，请在 {seconds} 秒后再试',
    en: 'Too many requests, try again in {seconds} seconds',
  },
  internal: {
    status: 500,
    zh: '服务器内部错误，请联系管理员（请求编号 {requestId}）',
    en: 'Internal server error, contact the administrator (request id {requestId})',
  },
  'store-unavailable': {
    status: 503,
    zh: '数据库暂时不可用，请稍后再试',
    en: 'The database is not available right now, try again shortly',
  },
  'shutting-down': { status: 503, zh: '服务正在停止，请稍后重试', en: 'The server is shutting down, try again shortly' },
  'test-running': { status: 200, zh: '渠道测试正在进行，请等待其完成', en: 'A channel test is running already; wait until it has ended' },
  'balance-running': {
    status: 200,
    zh: '正在更新余额，请等待其完成',
    en: 'Balances are being refreshed already; wait until that has ended',
  },
  'balance-unsupported': { status: 200, zh: '该类型的渠道不支持查询余额', en: 'The balance of this type of channel cannot be queried' },
  'balance-failed': { status: 200, zh: '余额查询失败：{reason}', en: 'The balance could not be queried: {reason}' },
  'models-unsupported': { status: 200, zh: '该类型的渠道没有模型列表', en: 'This type of channel has no list of models' },
  'models-failed': { status: 200, zh: '无法读取模型列表：{reason}', en: 'The list of models could not be read: {reason}' },
  'invalid-json': { status: 200, zh: '请求体不是合法的 JSON', en: 'The request body is not valid JSON' },
  'invalid-input': { status: 200, zh: '参数无效：{field}，{problem}', en: 'Invalid parameter: {field}, {problem}' },
  'wrong-credentials': { status: 200, zh: '用户名或密码错误，或账号已被封禁', en: 'Wrong username or password, or the account is banned' },
  'default-password-remote': {
    status: 200,
    zh: '默认密码只能在服务器本机登录。请用环境变量 INITIAL_ROOT_PASSWORD 或在服务器上运行 weir passwd {username} 设置密码',
    en: 'The default password works only on the server itself. Set one with INITIAL_ROOT_PASSWORD, or run "weir passwd {username}" on the server',
  },
  'password-login-closed': { status: 200, zh: '管理员关闭了密码登录', en: 'The administrator has turned off sign-in with a password' },
  'registration-closed': { status: 200, zh: '管理员关闭了新用户注册', en: 'The administrator has closed registration' },
  'password-registration-closed': {
    status: 200,
    zh: '管理员关闭了密码注册，请使用第三方账号登录',
    en: 'The administrator has turned off registration with a password; sign in with an external account',
  },
  'account-closed': {
    status: 200,
    zh: '账号已被封禁或删除，请联系管理员',
    en: 'The account is banned or deleted; contact the administrator',
  },
  'server-address-unset': {
    status: 200,
    zh: '管理员尚未设置服务器地址，无法发送重置链接，请联系管理员',
    en: 'The server address is not set, so no reset link can be sent; contact the administrator',
  },
  'root-stays': { status: 200, zh: '不能删除超级管理员账号', en: 'The super admin account cannot be deleted' },
  'common-password': {
    status: 200,
    zh: '这个密码太常见，容易被猜到，请换一个',
    en: 'This password is too common and easily guessed; choose another one',
  },
  'email-required': {
    status: 200,
    zh: '管理员开启了邮箱验证，请填写邮箱地址和验证码',
    en: 'E-mail verification is on; enter an e-mail address and the code sent to it',
  },
  'email-domain': {
    status: 200,
    zh: '管理员限制了邮箱域名，请使用这些域名的邮箱：{domains}',
    en: 'The administrator allows only these e-mail domains: {domains}',
  },
  'email-taken': { status: 200, zh: '该邮箱地址已被占用', en: 'This e-mail address is already in use' },
  'wrong-code': { status: 200, zh: '验证码错误或已过期，请重新获取', en: 'The code is wrong or has expired; ask for a new one' },
  'reset-link-invalid': { status: 200, zh: '重置链接无效或已过期', en: 'The reset link is not valid or has expired' },
  'mail-not-configured': {
    status: 200,
    zh: '管理员尚未配置邮件服务器，无法发送邮件',
    en: 'No mail server is configured, so no mail can be sent; ask the administrator',
  },
  'mail-failed': {
    status: 200,
    zh: '邮件发送失败，请稍后再试或联系管理员',
    en: 'The mail could not be sent; try again later or ask the administrator',
  },
  'human-check-missing': { status: 200, zh: '请先完成人机验证', en: 'Complete the human check first' },
  'human-check-failed': {
    status: 200,
    zh: '人机验证未通过，请刷新页面后重试',
    en: 'The human check failed; reload the page and try again',
  },
  'bad-oauth-state': {
    status: 403,
    zh: '登录请求已失效或不是从本浏览器发起，请重新登录',
    en: 'This sign-in has expired or did not start in this browser; start again',
  },
  'provider-closed': { status: 200, zh: '管理员没有开启 {provider} 登录', en: 'Sign-in with {provider} is not turned on' },
  'provider-unreachable': {
    status: 200,
    zh: '无法连接 {provider}，请稍后再试',
    en: '{provider} could not be reached, try again later',
  },
  'provider-refused': {
    status: 200,
    zh: '{provider} 没有确认您的身份，请重新登录',
    en: '{provider} did not confirm who you are; start again',
  },
  'provider-unconfirmed': {
    status: 200,
    zh: '超级管理员保存 {provider} 的设置之前，它只为普通用户服务，请用密码登录',
    en: '{provider} serves ordinary users only until the super admin saves its settings; sign in with your password',
  },
  'binding-unconfirmed': {
    status: 200,
    zh: '这个 {provider} 账号是在超级管理员保存其设置之前绑定的，请用密码登录后重新绑定',
    en: 'This {provider} account was bound before the super admin saved its settings; sign in with your password and bind it again',
  },
  'mail-unconfirmed': {
    status: 200,
    zh: '超级管理员保存邮件服务器的设置之前，它只为普通用户服务',
    en: 'The mail server serves ordinary users only until the super admin saves its settings',
  },
  'already-bound': { status: 200, zh: '该 {provider} 账号已绑定其他用户', en: 'This {provider} account is bound to another user' },
  'log-filter-limit': { status: 200, zh: '最多保存 {max} 个筛选，请先删除', en: 'At most {max} filters are kept; delete one first' },
  'not-found': { status: 200, zh: '{object} {id} 不存在', en: '{object} {id} does not exist' },
  'token-expired': { status: 200, zh: '令牌已过期，请先修改过期时间', en: 'The token has expired; change its expiry first' },
  'token-exhausted': {
    status: 200,
    zh: '令牌额度已用尽，请先修改剩余额度或设为无限额度',
    en: 'The token has no quota left; change its quota first or make it unlimited',
  },
  ...keyRefusals,
  'already-role': { status: 200, zh: '用户 {username} 已经是该角色', en: 'User {username} has this role already' },
  'quota-too-large': {
    status: 200,
    zh: '额度超出可记录的范围',
    en: 'The amount is larger than a balance can hold',
  },
  'balance-too-small': {
    status: 200,
    zh: '余额只有 {balance}，不能扣减 {amount}：请少扣一些，或直接设定余额',
    en: 'The balance is {balance}, so {amount} cannot be taken from it; take less, or set the balance',
  },
  'balance-moved': {
    status: 200,
    zh: '读取时余额为 {read}，现已变为 {balance}，余额未修改：请重新打开后再修改，或在用户列表中按差额增减',
    en: 'The balance was {read} when it was read and is {balance} now, so it was not changed; open the user again, or add or take the difference in the list of users',
  },
  'once-id-used': {
    status: 200,
    zh: '编号 {id} 已用于用户 {user} 的 {amount}，余额未修改：请核对用户与额度，或换一个编号',
    en: 'The id {id} was used for {amount} of user {user}, so no balance was changed; look at user and amount, or give another id',
  },
  'code-unknown': { status: 200, zh: '兑换失败：兑换码无效', en: 'Redeeming failed: the code is not valid' },
  'code-used': { status: 200, zh: '兑换失败：兑换码已被使用', en: 'Redeeming failed: the code has been used already' },
  'code-disabled': { status: 200, zh: '兑换失败：兑换码已被禁用', en: 'Redeeming failed: the code is disabled' },
  'code-is-used': { status: 200, zh: '兑换码已被使用，不能再修改', en: 'The code has been used and can no longer be changed' },
  'code-moved': {
    status: 200,
    zh: '读取时兑换码面额为 {read}，现已变为 {quota}，未作任何修改：请重新打开后再修改',
    en: 'The code was worth {read} when it was read and is worth {quota} now, so nothing was changed; open it again',
  },
  'no-bodies': {
    status: 404,
    zh: '日志 {id} 没有保存请求与响应内容，或已超过保存期限',
    en: 'Nothing is kept of what log row {id} was sent and answered, or no longer',
  },
  'time-not-past': {
    status: 200,
    zh: '请指定一个早于现在的时间（target_timestamp）',
    en: 'Give a time in the past (target_timestamp)',
  },
  ...optionRefusals,
  ...priceRefusals,
  'name-taken': { status: 200, zh: '用户名 {username} 已被占用', en: 'The username {username} is already taken' },
} as const satisfies Record<string, RefusalText>

export type RefusalCode = keyof typeof table
export type RefusalParams = Readonly<Record<string, string | number>>

export const refusalTable: Readonly<Record<RefusalCode, RefusalText>> = table

/** An expected "no": the caller is told why, nothing is logged as a fault. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly params: RefusalParams

  constructor(code: RefusalCode, params: RefusalParams = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.params = params
  }
}

export const notFound = (object: RecordName, id: string | number): Refusal => new Refusal('not-found', { object, id })

export const renderRefusal = ({ code, params }: Refusal, language: Language): string =>
  table[code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    return code === 'not-found' && name === 'object' ? recordName(value, language) : value
  })

/** The first of the two that the caller names. People read the management API, Chinese unless they say otherwise; programs read the relay. */
export const languageOf = (acceptLanguage: string | null | undefined, otherwise: Language = 'zh'): Language => {
  for (const entry of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = entry.trim()
    if (tag.startsWith('zh')) return 'zh'
    if (tag.startsWith('en')) return 'en'
  }
  return otherwise
}
