import type { AlertObject } from '@weir/contract/alerts/alert'
import type { AlertRuleObject } from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import type { DashboardData } from '@weir/contract/dashboard'
import type { DataOf } from '@weir/contract/endpoint'
import type { listModelPrices } from '@weir/contract/prices/model-prices'
import type { PasskeyObject } from '@weir/contract/sign-in/passkey'
import type { SessionObject } from '@weir/contract/sign-in/second-factor'
import type { SessionUser } from '@weir/contract/session'
import type { AuditObject } from '@weir/contract/audit'
import type { StatisticsData } from '@weir/contract/statistics'
import { eventually } from '../../../tools/testing/eventually.ts'
import type { Answers } from '../acceptance/harness/fake-api.ts'
import { NOW, ST_FULL, U100, channel, logRow, overview, redemption, token, user } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { SIGNED_IN_PATHS, VISITOR_PATHS } from '../screen-paths.ts'
import { budgetOf, setupLeft, statementOf } from './account-answers.ts'

export interface Screen {
  readonly path: string
  /** Signed out unless told. */
  readonly user?: SessionUser
}

export const innerScreens: readonly Screen[] = SIGNED_IN_PATHS.map((path) => ({ path, user: U100 }))
export const screens: readonly Screen[] = [...VISITOR_PATHS.map((path) => ({ path })), ...innerScreens]

const DAY = 86_400
const START = NOW - (NOW % DAY) - 6 * DAY

const figures = { requests: 90, failures: 3, quota: 900_000, tokens: 12_000, median_latency: 840 }

const dashboardOf = (name: string): DashboardData => ({
  start: START,
  end: NOW,
  step: DAY,
  current: figures,
  previous: { ...figures, requests: 60 },
  slices: Array.from({ length: 7 }, (_, day) => ({
    time: START + day * DAY,
    model: day % 2 === 0 ? name : 'gpt-4o',
    requests: 10,
    failures: day === 3 ? 1 : 0,
    quota: 100_000 + day * 9000,
    tokens: 1500,
  })),
  channels: [{ id: 1, name, status: 1, cells: [{ time: START, requests: 10, failures: 2, median_latency: 700 }] }],
  attention: [
    { kind: 'channel-auto-disabled', id: 1, name, value: 0 },
    { kind: 'low-balance', id: 1, name, value: 500 },
  ],
})

const statisticsNaming = (name: string): StatisticsData => {
  const sums = { quota: 900_000, requests: 90, tokens: 12_000, failures: 3, latency: 840, cost: 700_000, margin: 200_000 }
  const compared = { current: sums, before: { ...sums, quota: 600_000, failures: 0 } }
  return {
    start: START,
    end: NOW,
    before_start: START - 7 * DAY,
    before_end: START,
    step: DAY,
    total: compared,
    rows: ids.map((id) => ({ id: 0, name: `${name} ${id}`, owner: '', ...compared })),
    rest: { count: 4, ...compared },
    slices: Array.from({ length: 7 }, (_, day) => ({ time: START + day * DAY, ...sums, quota: 100_000 + day * 9000 })),
    uncounted: 300_000,
  }
}

/** One without a price, one with an own price beside the catalogue's, and one that is charged by another name. */
const pricesNaming = (name: string): DataOf<typeof listModelPrices> => {
  const row = { vendor: name, features: ['vision' as const, 'tools' as const], groups: ['default', 'vip'], channels: 2 }
  return {
    models: [
      { ...row, model: name, is_priced: false, source: 'none', price: { input: 60, output: 60 } },
      {
        ...row,
        model: 'gpt-4o',
        is_priced: true,
        source: 'sheet',
        price: { input: 3, output: 12 },
        costs: { low: 12, high: 18 },
        catalog: { input: 2.5, output: 10 },
      },
      { ...row, model: 'fast', charged_as: [name], is_priced: true, source: 'catalog', context: 128_000, price: { perSecond: 0.0001 } },
    ],
    groups: [
      { name: 'default', ratio: 1 },
      { name: 'vip', ratio: 0.5 },
    ],
    unpriced_policy: 'ceiling',
  }
}

const ids = [3, 2, 1]

/** All that the section of personal settings can show at once. */
const factors = { totp: true, passkeys: 2, recovery_codes: 8, has_password: true, is_required: true }

const passkeysNamed = (name: string): readonly PasskeyObject[] => [
  { id: 'a'.repeat(64), name, created_at: NOW - 9 * DAY, used_at: NOW - DAY },
  { id: 'b'.repeat(64), name: '工作电脑', created_at: NOW - DAY, used_at: 0 },
]

const sessionsNamed = (agent: string): readonly SessionObject[] => [
  {
    id: 'c'.repeat(64),
    created_at: NOW - DAY,
    seen_at: NOW,
    address: '192.0.2.7',
    agent: 'Mozilla/5.0 (X11; Linux) Firefox/141.0',
    is_current: true,
  },
  {
    id: 'd'.repeat(64),
    created_at: NOW - DAY,
    seen_at: NOW - 60,
    address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    agent,
    is_current: false,
  },
]

const auditEntry = (id: number, name: string): AuditObject => ({
  id,
  created_at: NOW,
  actor_id: 1,
  actor_name: name,
  credential: 'session',
  address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  request_id: name,
  action: 'channel.edit',
  object: name,
  before: JSON.stringify({ name: 'old', weight: 1 }),
  after: JSON.stringify({ name, weight: 1 }),
  ordinal: id,
  hash: 'e'.repeat(64),
})

const alertTargetNamed = (name: string): AlertTargetObject => ({
  id: 1,
  name,
  kind: 'slack',
  enabled: true,
  language: 'zh',
  url: 'https://hooks.slack.com',
  recipient: '',
  has_secret: false,
})

const alertRuleNamed = (name: string): AlertRuleObject => ({
  id: 1,
  name,
  kind: 'error-share',
  enabled: true,
  threshold: 50,
  window_minutes: 10,
  scope_id: 0,
  quiet_from: '22:00',
  quiet_to: '07:00',
  target_ids: [1],
  checked_at: NOW,
  open: 1,
})

const alertNamed = (name: string): AlertObject => ({
  id: 1,
  rule_id: 1,
  rule_name: name,
  kind: 'error-share',
  subject: 'channel 1',
  subject_name: name,
  value: 62.5,
  threshold: 50,
  opened_at: NOW - 60,
  resolved_at: null,
  deliveries: [{ target_id: 1, event: 'fired', state: 'waiting', tries: 1, sent_at: null, problem: 'HTTP 404' }],
})

/** Lists with rows, forms with something in them; everything that has a name has this one. */
export const answersNaming = (name: string): Answers => ({
  'GET /api/status': ok(ST_FULL),
  'GET /api/token/': ok(ids.map((id) => token(id, { name }))),
  'GET /api/user/overview': ok(overview({ tokens: ids.map((id) => token(id, { name })), models: [name], setup: setupLeft })),
  'GET /api/token/1': ok(token(1, { name })),
  'GET /api/channel/': ok(ids.map((id) => channel(id, { name }))),
  'GET /api/channel/1': ok(channel(1, { name })),
  'GET /api/redemption/': ok(ids.map((id) => redemption(id, { name }))),
  'GET /api/redemption/1': ok(redemption(1, { name })),
  'GET /api/user/': ok(ids.map((id) => user(id, { username: name, display_name: name, email: name }))),
  'GET /api/user/2': ok(user(2, { username: name, display_name: name })),
  'GET /api/user/aff': ok('aff1'),
  'GET /api/user/factor': ok(factors),
  'GET /api/user/self/mails': ok({ balance: true, budget: false }),
  'GET /api/user/passkey': ok(passkeysNamed(name)),
  'GET /api/user/session': ok(sessionsNamed(name)),
  'GET /api/log/': ok(ids.map((id) => logRow(id, { content: name, token_name: name, username: name, model_name: name }))),
  'GET /api/dashboard': ok(dashboardOf(name)),
  'GET /api/statistics/': ok(statisticsNaming(name)),
  'GET /api/audit/': ok(ids.map((id) => auditEntry(id, name))),
  'GET /api/audit/head': ok({ entries: ids.length, hash: 'e'.repeat(64), actions: ['channel.edit', 'option.set'] }),
  'GET /api/prices': ok(pricesNaming(name)),
  'GET /api/alert/': ok([alertNamed(name)]),
  'GET /api/alert/rule/': ok([alertRuleNamed(name)]),
  'GET /api/alert/target/': ok([alertTargetNamed(name)]),
  'GET /api/prices/news': ok(null),
  'GET /api/statement/self': ok(statementOf(name)),
  'GET /api/budget/': ok([budgetOf(name)]),
  'GET /api/budget/self': ok([budgetOf(name)]),
  'GET /api/option/': ok([{ key: 'SystemName', value: name }]),
})

/** The frame around a page may be there before the page is. */
const SHOWN = `(document.querySelector('main#content') ?? document.body).innerText.trim() !== '' &&
  document.querySelector('[data-testid="page-loading"], .first-paint') === null`

/** Asked again and again from outside: the page's own policy refuses a text as code. */
export const untilTrue = async ({ page }: Visit, condition: string): Promise<void> => {
  await eventually(condition, async () => ((await page.evaluate<boolean>(condition)) ? true : undefined))
}

/** The page asks for nothing any more and shows no sign of waiting. */
export const atRest = async (visit: Visit): Promise<void> => {
  await visit.page.waitForLoadState('networkidle')
  await untilTrue(visit, SHOWN)
}
