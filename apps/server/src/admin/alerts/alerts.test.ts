import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { AlertObject } from '@weir/contract/alerts/alert'
import type { AlertRuleObject } from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { Role } from '@weir/contract/user'
import { closedPort } from '../../testing/sockets/closed-port.ts'
import { openJsonService } from '../../testing/json-service.ts'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let admin: Member
let user: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  admin = await harness.member(Role.admin)
  user = await harness.member(Role.user)
})

afterAll(() => harness.close())

const ENGLISH = { 'accept-language': 'en' }
const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T
const messageOf = (answer: Answer): unknown => answer.json?.['message']
const as = (member: Member) => (method: string, path: string, body?: unknown) =>
  harness.call(method, path, { cookie: member.cookie, headers: ENGLISH, ...(body !== undefined && { body }) })

const makeTarget = async (over: object = {}): Promise<AlertTargetObject> =>
  dataOf(
    await as(root)('POST', '/api/alert/target/', {
      name: 'ops',
      kind: 'slack',
      url: 'https://hooks.slack.com/services/T0/B0/key',
      ...over,
    }),
  )

describe('targets of alerts', () => {
  it('are made, changed and deleted by root, and never answer their secrets', async () => {
    const made = await makeTarget()
    expect(made).toEqual({
      id: made.id,
      name: 'ops',
      kind: 'slack',
      enabled: true,
      language: 'zh',
      url: 'https://hooks.slack.com',
      recipient: '',
      has_secret: false,
    })
    const hook = await makeTarget({ kind: 'webhook', url: 'https://hook.example/path?key=1', secret: 'hidden', language: 'en' })
    expect(hook).toMatchObject({ url: 'https://hook.example', has_secret: true, language: 'en' })
    const renamed = await as(root)('PUT', '/api/alert/target/', { id: hook.id, name: 'night' })
    expect(dataOf<AlertTargetObject>(renamed)).toMatchObject({ name: 'night', has_secret: true })
    expect(await harness.store.alertTargets.get(hook.id)).toMatchObject({ url: 'https://hook.example/path?key=1', secret: 'hidden' })
    const list = await as(admin)('GET', '/api/alert/target/')
    expect(dataOf<AlertTargetObject[]>(list).map(({ name }) => name)).toEqual(['night', 'ops'])
    expect(JSON.stringify(list.json)).not.toMatch(/hidden|path|services/)
    expect((await as(root)('DELETE', `/api/alert/target/${hook.id}/`)).json?.['success']).toBe(true)
    expect(messageOf(await as(root)('DELETE', `/api/alert/target/${hook.id}/`))).toBe(`Alert target ${hook.id} does not exist`)
  })

  it('are not changed by an admin, nor read by a user', async () => {
    const { id } = await makeTarget()
    expect((await as(admin)('POST', '/api/alert/target/', { name: 'x', kind: 'mail', recipient: 'a@b.example' })).status).toBe(403)
    expect((await as(admin)('PUT', '/api/alert/target/', { id, name: 'x' })).status).toBe(403)
    expect((await as(admin)('DELETE', `/api/alert/target/${id}/`)).status).toBe(403)
    expect((await as(user)('GET', '/api/alert/target/')).status).toBe(403)
  })

  it('are refused when something is missing, is too much or does not fit', async () => {
    const refused = async (body: object) => messageOf(await as(root)('POST', '/api/alert/target/', { name: 'x', ...body }))
    expect(await refused({ kind: 'mail' })).toBe('Invalid parameter: recipient, required for mail')
    expect(await refused({ kind: 'mail', recipient: 'nobody' })).toBe(
      'Invalid parameter: recipient, nobody, must be mail addresses separated by ;',
    )
    expect(await refused({ kind: 'wecom', url: 'https://a.example', secret: 'x' })).toBe('Invalid parameter: secret, not used by wecom')
    expect(await refused({ kind: 'webhook', url: 'https://a.example' })).toBe('Invalid parameter: secret, required for webhook')
    expect(await refused({ kind: 'slack', url: 'ftp://a.example' })).toContain('must begin with http:// or https://')
    expect(await refused({ kind: 'telegram', recipient: 'me', secret: '1:a' })).toBe(
      'Invalid parameter: recipient, me, must be the number of a chat or @channel',
    )
  })
})

describe('a test message', () => {
  it('is sent by root alone, in the language of the target, and a refusal is told without the key in the address', async () => {
    const service = openJsonService(({ path }) => (path === '/good' ? new Response('ok') : undefined))
    const { id } = await makeTarget({ url: `${service.url}/good`, language: 'en' })
    const test = async (target: number, member: Member = root) => as(member)('POST', `/api/alert/target/${target}/test`)
    expect((await test(id)).json?.['success']).toBe(true)
    expect(JSON.parse(service.calls[0]?.body ?? '')).toEqual({
      text: 'Weir API Gateway alert: test message\nIf you can read this, alerts reach this place.',
    })
    const bad = await makeTarget({ url: `${service.url}/key-of-a-bot` })
    expect(messageOf(await test(bad.id))).toBe(
      `${service.url} refused the test message: HTTP 404. Check the address, the secret and the security settings of the bot`,
    )
    await service.close()
    const silent = await makeTarget({ url: `http://127.0.0.1:${closedPort()}/key-of-a-bot` })
    expect(messageOf(await test(silent.id))).toMatch(
      /^The test message was not sent: http:\/\/127\.0\.0\.1:\d+ could not be reached\. Check the address, and that outbound calls/,
    )
    const mail = await makeTarget({ kind: 'mail', url: '', recipient: 'a@example.com' })
    expect(messageOf(await test(mail.id))).toBe('No mail server is configured, so no mail can be sent; ask the administrator')
    expect((await test(id, admin)).status).toBe(403)
    expect(messageOf(await test(999_999))).toBe('Alert target 999999 does not exist')
  })
})

describe('rules of alerts', () => {
  it('are made with defaults by an admin, changed and deleted', async () => {
    const target = await makeTarget()
    const made = dataOf<AlertRuleObject>(await as(admin)('POST', '/api/alert/rule/', { name: ' off ', kind: 'channel-off' }))
    expect(made).toEqual({
      id: made.id,
      name: 'off',
      kind: 'channel-off',
      enabled: true,
      threshold: 0,
      window_minutes: 0,
      scope_id: 0,
      quiet_from: '',
      quiet_to: '',
      target_ids: [],
      checked_at: 0,
      open: 0,
    })
    const change = { id: made.id, target_ids: [target.id], quiet_from: '22:00', quiet_to: '07:00' }
    const changed = dataOf<AlertRuleObject>(await as(admin)('PUT', '/api/alert/rule/', change))
    expect(changed).toMatchObject({ name: 'off', target_ids: [target.id], quiet_from: '22:00', quiet_to: '07:00' })
    await as(root)('DELETE', `/api/alert/target/${target.id}/`)
    const later = dataOf<AlertRuleObject>(await as(admin)('PUT', '/api/alert/rule/', { id: made.id, name: 'night' }))
    expect(later).toMatchObject({ name: 'night', target_ids: [] })
    expect((await as(admin)('DELETE', `/api/alert/rule/${made.id}/`)).json?.['success']).toBe(true)
    expect(messageOf(await as(admin)('PUT', '/api/alert/rule/', { id: made.id }))).toBe(`Alert rule ${made.id} does not exist`)
  })

  it('are refused when they do not fit together or name what is not there', async () => {
    const refused = async (body: object) => messageOf(await as(admin)('POST', '/api/alert/rule/', { name: 'x', ...body }))
    expect(await refused({ kind: 'error-share', threshold: 101, window_minutes: 10 })).toBe(
      'Invalid parameter: threshold, 101, must be from 1 to 100',
    )
    expect(await refused({ kind: 'error-share', threshold: 50 })).toBe(
      'Invalid parameter: window_minutes, 0, must be a whole number from 5 to 1440',
    )
    expect(await refused({ kind: 'channel-off', threshold: 3 })).toBe('Invalid parameter: threshold, 3, not used by this kind')
    expect(await refused({ kind: 'channel-off', quiet_from: '22:00' })).toBe(
      'Invalid parameter: quiet_to, 22:00 to -, give two different times or none',
    )
    expect(await refused({ kind: 'channel-off', scope_id: 999 })).toBe('Channel 999 does not exist')
    expect(await refused({ kind: 'budget-reached', threshold: 80, scope_id: 998 })).toBe('Budget 998 does not exist')
    expect(await refused({ kind: 'channel-off', target_ids: [997] })).toBe('Alert target 997 does not exist')
    expect((await as(user)('GET', '/api/alert/rule/')).status).toBe(403)
    expect((await as(user)('POST', '/api/alert/rule/', { name: 'x', kind: 'channel-off' })).status).toBe(403)
  })
})

it('may be about one channel or one budget, each by its own number', async () => {
  const make = (body: object) => as(admin)('POST', '/api/alert/rule/', { name: 'x', ...body })
  await as(admin)('POST', '/api/channel/', { type: 1, name: 'east', models: 'gpt-4o', key: 'k' })
  const [channel] = dataOf<{ id: number }[]>(await as(admin)('GET', '/api/channel/'))
  const id = channel?.id ?? 0
  expect(dataOf<AlertRuleObject>(await make({ kind: 'channel-off', scope_id: id })).scope_id).toBe(id)
  expect(messageOf(await make({ kind: 'budget-reached', threshold: 80, scope_id: id }))).toBe(`Budget ${id} does not exist`)
  await as(admin)('POST', '/api/budget/', { scope: 'group', scope_id: 'default', unit: 'requests', period: 'day', limit: 5 })
  expect(dataOf<AlertRuleObject>(await make({ kind: 'budget-reached', threshold: 80, scope_id: 1 })).scope_id).toBe(1)
})

describe('the list of alerts', () => {
  it('shows open ones and those of the past with what was sent, to admins', async () => {
    const { store } = harness
    const target = await makeTarget()
    const body = { name: 'low', kind: 'balance-low', threshold: 5, target_ids: [target.id] }
    const { id } = dataOf<AlertRuleObject>(await as(admin)('POST', '/api/alert/rule/', body))
    const look = async (...findings: { subject: string; name: string; value: number }[]) => {
      const rule = await store.alertRules.get(id)
      if (rule !== undefined) await store.alertBook.apply(rule, findings, [target.id])
    }
    await look({ subject: 'channel 1', name: 'east', value: 2.5 }, { subject: 'channel 2', name: 'west', value: 1 })
    await look({ subject: 'channel 2', name: 'west', value: 1 })
    const open = await as(admin)('GET', '/api/alert/?state=open')
    expect(open.json?.['total']).toBe(1)
    expect(dataOf<AlertObject[]>(open)).toMatchObject([
      {
        rule_id: id,
        rule_name: 'low',
        kind: 'balance-low',
        subject: 'channel 2',
        subject_name: 'west',
        value: 1,
        threshold: 5,
        resolved_at: null,
      },
    ])
    expect(dataOf<AlertObject[]>(open)[0]?.deliveries).toEqual([
      { target_id: target.id, event: 'fired', state: 'waiting', tries: 0, sent_at: null, problem: '' },
    ])
    const past = dataOf<AlertObject[]>(await as(admin)('GET', '/api/alert/?state=past'))
    expect(past.map(({ subject, value }) => [subject, value])).toEqual([['channel 1', 2.5]])
    const rules = dataOf<AlertRuleObject[]>(await as(admin)('GET', '/api/alert/rule/'))
    expect(rules.find((rule) => rule.id === id)?.open).toBe(1)
    expect((await as(user)('GET', '/api/alert/')).status).toBe(403)
  })
})
