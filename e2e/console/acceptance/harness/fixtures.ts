import type { LogObject } from '@weir/contract/log'
import type { ChannelObject } from '@weir/contract/channel'
import type { Overview } from '@weir/contract/overview'
import type { RedemptionObject } from '@weir/contract/redemption'
import type { SessionUser } from '@weir/contract/session'
import type { ServerStatus } from '@weir/contract/status'
import type { TokenObject } from '@weir/contract/token'
import type { UserObject } from '@weir/contract/user'
import type { Answers } from './fake-api.ts'
import { ok } from './replies.ts'

export const U1: SessionUser = { id: 2, username: 'alice', display_name: 'Alice', role: 1, status: 1 }
export const U10: SessionUser = { id: 3, username: 'bob', display_name: 'Bob', role: 10, status: 1 }
export const U100: SessionUser = { id: 1, username: 'root', display_name: 'Root', role: 100, status: 1 }

export const ST_MIN: Readonly<Partial<ServerStatus>> = {
  system_name: 'Gate',
  logo: '',
  footer_html: '',
  quota_per_unit: 500_000,
  display_in_currency: true,
  chat_link: '',
  server_address: '',
  top_up_link: '',
  turnstile_check: false,
  email_verification: false,
  github_oauth: false,
  wechat_login: false,
  lark_client_id: '',
  version: 'v1.0.0',
}

export const ST_FULL: Readonly<Partial<ServerStatus>> = {
  ...ST_MIN,
  logo: '/x.png',
  footer_html: '<b id="cf">foot</b>',
  chat_link: 'https://chat.example',
  server_address: 'https://gw.example',
  top_up_link: 'https://pay.example/buy',
  email_verification: true,
  github_oauth: true,
  github_client_id: 'gh1',
  wechat_login: true,
  wechat_qrcode: 'https://gw.example/qr.png',
  lark_client_id: 'lk1',
}

/** With the human check on. */
export const ST_TS: Readonly<Partial<ServerStatus>> = { ...ST_FULL, turnstile_check: true, turnstile_site_key: 'site1' }

/** 2026-03-01T12:00:00Z. */
export const NOW = 1_772_366_400

export const token = (id: number, fields: Partial<TokenObject> = {}): TokenObject => ({
  id,
  user_id: U1.id,
  key: `k${id}`,
  status: 1,
  name: `token ${id}`,
  created_time: 1_700_000_000,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 500_000,
  unlimited_quota: false,
  used_quota: 0,
  models: '',
  subnet: '',
  group: '',
  limit_read: '',
  ...fields,
})

export const channel = (id: number, fields: Partial<ChannelObject> = {}): ChannelObject => ({
  id,
  type: 1,
  key: '',
  status: 1,
  name: `channel ${id}`,
  weight: 0,
  created_time: 1_700_000_000,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: 'gpt-4',
  group: 'default',
  tag: '',
  used_quota: 0,
  model_mapping: '',
  priority: 0,
  config: '',
  system_prompt: '',
  header_override: '',
  param_override: '',
  setting: '',
  cost: '',
  last_test: null,
  ...fields,
})

export const redemption = (id: number, fields: Partial<RedemptionObject> = {}): RedemptionObject => ({
  id,
  user_id: U100.id,
  key: `code${id}`,
  status: 1,
  name: `gift ${id}`,
  quota: 100_000,
  created_time: 1_700_000_000,
  redeemed_time: 0,
  count: 0,
  ...fields,
})

export const user = (id: number, fields: Partial<UserObject> = {}): UserObject => ({
  id,
  username: `user${id}`,
  password: '',
  display_name: `User ${id}`,
  role: 1,
  status: 1,
  email: '',
  github_id: '',
  wechat_id: '',
  lark_id: '',
  oidc_id: '',
  verification_code: '',
  access_token: '',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  group: 'default',
  aff_code: '',
  inviter_id: 0,
  ...fields,
})

export const logRow = (id: number, fields: Partial<LogObject> = {}): LogObject => ({
  id,
  user_id: U1.id,
  created_at: 1_700_000_000,
  type: 2,
  content: '',
  outcome: 'ok',
  fault: '',
  attempts: 1,
  username: U1.username,
  token_name: 'app',
  model_name: 'gpt-4o',
  quota: 1500,
  prompt_tokens: 12,
  completion_tokens: 34,
  channel: 5,
  request_id: `request-${id}`,
  elapsed_time: 900,
  is_stream: false,
  system_prompt_reset: false,
  ...fields,
})

export const overview = (fields: Partial<Overview> = {}): Overview => ({
  quota: 500_000,
  used_quota: 0,
  request_count: 0,
  tokens: [],
  models: [],
  last_answered: null,
  setup: null,
  ...fields,
})

/** Empty lists and harmless answers; a test names what it is about. */
export const quietAnswers = (status: Readonly<Partial<ServerStatus>>, signedIn: SessionUser | undefined): Answers => ({
  'GET /api/status': ok(status),
  'GET /api/notice': ok(''),
  'GET /api/about': ok(''),
  'GET /api/home_page_content': ok(''),
  'GET /api/user/self': ok(user(signedIn?.id ?? 0, signedIn)),
  'GET /api/user/logout': ok(),
  'GET /api/user/available_models': ok([]),
  'GET /api/models': ok({}),
  'GET /api/group/': ok(['default', 'vip']),
  'GET /api/token/': ok([]),
  'GET /api/channel/': ok([]),
  'GET /api/channel/models': ok([]),
  'GET /api/channel/test/progress': ok({ is_running: false, total: 0, done: 0, results: [] }),
  'GET /api/redemption/': ok([]),
  'GET /api/user/': ok([]),
  'GET /api/log/': ok([]),
  'GET /api/log/self/': ok([]),
  'GET /api/option/': ok([]),
  'GET /api/user/overview': ok(overview()),
  'GET /api/option/state': ok({ unconfirmed: [], withheld: [] }),
})
