import type { Member } from '../server-harness.ts'

interface OtherCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: string
  /** `target` is an ordinary user who is there for this call alone. */
  readonly body?: (target: Member) => object
  /** The text of a refusal that is right where nothing is set up for the call; `{id}` is the target's. */
  readonly problem?: string
}

const get = (path: string, more: Omit<OtherCall, 'method' | 'path'> = {}): OtherCall => ({ method: 'GET', path, ...more })
const send = (method: OtherCall['method'], path: string, more: Omit<OtherCall, 'method' | 'path'> = {}): OtherCall => ({
  method,
  path,
  ...more,
})

const absent = (record: string): string => `${record} {id} does not exist`
const MAIL = 'No mail server is configured, so no mail can be sent; ask the administrator'
const CODE = 'The code is wrong or has expired; ask for a new one'
const STATE = 'This sign-in has expired or did not start in this browser; start again'
const NO_FACTOR = 'No second factor is set up'
const WRONG_FACTOR = 'The code or the password is wrong, or the code has been used already'
const NO_WECHAT = 'Sign-in with 微信 WeChat is not turned on'

/** Every call beside making, reading, changing, finding and deleting, in an order in which none spoils the next. The last ones end the session. */
export const OTHER_CALLS: readonly OtherCall[] = [
  ...['status', 'notice', 'about', 'home_page_content', 'models', 'pricing', 'dashboard'].map((name) => get(`/api/${name}`)),
  ...['group/', 'option/', 'option/state', 'audit/', 'audit/head'].map((name) => get(`/api/${name}`)),
  ...['self', 'dashboard', 'available_models', 'models', 'self/groups', 'aff', 'factor', 'session'].map((name) => get(`/api/user/${name}`)),
  ...['', 'self/', 'stat', 'self/stat', 'search', 'self/search'].map((name) =>
    get(`/api/log/${name}`, { query: '?p=0&type=0&start_timestamp=NaN&end_timestamp=&keyword=' }),
  ),
  send('DELETE', '/api/log/', { query: '?target_timestamp=1' }),
  get('/api/channel/models'),
  get('/api/channel/route', { query: '?model=gpt-4o' }),
  get('/api/channel/route/models', { query: '?model=gpt-4o' }),
  get('/api/channel/test', { query: '?scope=all' }),
  get('/api/channel/test/progress'),
  get('/api/channel/test/:id/', { query: '?model=', problem: absent('Channel') }),
  get('/api/channel/update_balance'),
  get('/api/channel/update_balance/:id/', { problem: absent('Channel') }),
  get('/api/channel/fetch_models/:id', { problem: absent('Channel') }),
  send('POST', '/api/channel/fetch_models', {
    body: () => ({ type: 1, key: 'sk-x', base_url: null }),
    problem: 'This type of channel has no list of models',
  }),
  send('POST', '/api/channel/copy/:id', { query: '?suffix=_copy&reset_balance=true', problem: absent('Channel') }),
  send('POST', '/api/channel/multi_key/manage', {
    body: () => ({ channel_id: 999_999, action: 'get_key_status', page: 1, page_size: 10 }),
    problem: 'Channel 999999 does not exist',
  }),
  send('POST', '/api/channel/batch', { body: () => ({ ids: [999_999] }) }),
  send('POST', '/api/token/batch', { body: () => ({ ids: [999_999] }) }),
  send('DELETE', '/api/channel/disabled'),
  send('PUT', '/api/option/', { body: () => ({ key: 'RetryTimes', value: '0' }) }),
  send('PUT', '/api/user/self', { body: () => ({ username: '', password: '', display_name: 'Walker', email: null }) }),
  send('POST', '/api/topup', { body: ({ id }) => ({ user_id: id, quota: 5, remark: null }) }),
  send('POST', '/api/user/topup', { body: () => ({ key: 'nothing' }), problem: 'Redeeming failed: the code is not valid' }),
  send('POST', '/api/user/manage', { body: ({ username }) => ({ username, action: 'disable' }) }),
  send('POST', '/api/token/:id/key', { body: () => ({ grace_seconds: 0 }), problem: absent('Token') }),
  send('DELETE', '/api/user/:id/factor', { problem: NO_FACTOR }),
  send('POST', '/api/user/factor/totp'),
  send('PUT', '/api/user/factor/totp', { body: () => ({ code: '000000' }), problem: WRONG_FACTOR }),
  send('DELETE', '/api/user/factor/totp'),
  send('POST', '/api/user/factor/recovery', { problem: NO_FACTOR }),
  send('POST', '/api/user/factor/verify', { body: () => ({ code: '000000' }), problem: WRONG_FACTOR }),
  get('/api/verification', { query: '?email=somebody@example.org&turnstile=', problem: MAIL }),
  get('/api/reset_password', { query: '?email=somebody@example.org&turnstile=', problem: MAIL }),
  send('POST', '/api/user/reset', {
    body: () => ({ email: 'somebody@example.org', token: 'x' }),
    problem: 'The reset link is not valid or has expired',
  }),
  get('/api/oauth/state'),
  ...['github', 'lark', 'oidc'].map((name) => get(`/api/oauth/${name}`, { query: '?code=x&state=y', problem: STATE })),
  get('/api/oauth/wechat', { query: '?code=x', problem: NO_WECHAT }),
  get('/api/oauth/wechat/bind', { query: '?code=x', problem: NO_WECHAT }),
  get('/api/oauth/email/bind', { query: '?email=somebody@example.org&code=x', problem: CODE }),
  send('POST', '/api/user/register', {
    query: '?turnstile=',
    body: ({ username }) => ({
      username: `${username}x`,
      password: 'a long enough password',
      password2: 'a long enough password',
      email: null,
      verification_code: null,
      aff_code: null,
    }),
  }),
  send('DELETE', '/api/user/self', { problem: 'The super admin account cannot be deleted' }),
  get('/api/user/token'),
  send('DELETE', '/api/user/session/:id', { problem: absent('Session') }),
  send('DELETE', '/api/user/sessions'),
  send('POST', '/api/user/login', { body: ({ username, password }) => ({ username, password }) }),
  get('/api/user/logout'),
]
