import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlertRuleFields } from '@weir/store/alerts/alert-rules'
import { toQuota } from '@weir/ledger/quota'
import { createBudgets } from '@weir/relay/guards/budgets'
import type { Store } from '@weir/store/open-store'
import { charge } from '../testing/charge.ts'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { createCallService } from '../net/service-call.ts'
import { settingsFrom } from '../settings/settings.ts'
import { testCertificate } from '../testing/certificate.ts'
import { closedPort } from '../testing/sockets/closed-port.ts'
import { openJsonService } from '../testing/json-service.ts'
import { openNodeStore } from '../testing/open-node.ts'
import { createSendAlert } from './send-alert.ts'
import { createWatchAlerts } from './watch-alerts.ts'
import { createWatchCertificate } from './watch-certificate.ts'

const MINUTE_MS = 60_000
const folder = mkdtempSync(join(tmpdir(), 'weir-alerts-'))
/** 08:00 on a Friday, UTC. */
const EIGHT_MS = 1_800_000_000_000
const time = { nowMs: EIGHT_MS }
let round = 0
const clock = () => time.nowMs
const options: Record<string, string> = { SystemName: 'Weir', TimeZone: 'UTC', DisplayInCurrencyEnabled: 'false' }
const settings = () => settingsFrom(new Map(Object.entries(options)))

const service = openJsonService(({ path }) => (path === '/refuses' ? undefined : new Response('ok')))
const addressesOf = createOutboundPolicy([], clock, () => Promise.resolve(['127.0.0.1']))
const NO_MAIL = { isConfigured: () => false, send: () => Promise.reject(new Error('no mail is sent here')) }
const send = createSendAlert({ callService: createCallService({ addressesOf }), mailer: NO_MAIL, clock })

const watchOn = (store: Store) =>
  createWatchAlerts({ store, settings, send, certificate: createWatchCertificate({ settings, addressesOf, clock }), clock })

const stores: Store[] = []
let store: Store
let watch: () => Promise<void>
let userId = 0

beforeAll(async () => {
  for (const node of ['node-1', 'node-2']) stores.push(await openNodeStore(folder, node, clock))
  const [first] = stores
  if (first === undefined) throw new Error('no node')
  store = first
  watch = watchOn(store)
  userId = await store.users.create({ username: 'spender', passwordHash: 'x', displayName: '', role: 1, startQuota: 1_000_000_000 })
})

afterAll(async () => {
  for (const node of stores) await node.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  for (const { id } of await store.alertRules.list()) await store.alertRules.delete(id)
  for (const { id } of await store.alertTargets.list()) await store.alertTargets.delete(id)
  service.calls.length = 0
  time.nowMs = EIGHT_MS + round++ * 60 * 86_400_000
})

const target = async (path = '/good') => {
  const fields = { name: 'ops', kind: 'slack', isEnabled: true, language: 'en', recipient: '', secret: '' } as const
  const url = path.startsWith('http') ? path : `${service.url}${path}`
  return (await store.alertTargets.create({ ...fields, url }))?.id ?? 0
}
const PLAIN = { name: 'rule', isEnabled: true, threshold: 0, windowMinutes: 0, scopeId: 0, quietFrom: '', quietTo: '' }
const rule = async (fields: Pick<AlertRuleFields, 'kind' | 'targetIds'> & Partial<AlertRuleFields>) =>
  (await store.alertRules.create({ ...PLAIN, ...fields }))?.id ?? 0

const channel = async (name: string) => {
  const empty = {
    key: 'k',
    weight: 0,
    priority: 0,
    baseUrl: '',
    other: '',
    modelMapping: '',
    systemPrompt: '',
    config: '',
    secretConfig: '',
  }
  const [id = 0] = await store.channels.createMany([{ type: 1, name, models: 'm', group: 'default', ...empty }])
  return id
}
const [ENABLED, AUTO_OFF] = [1, 3]
const switchOff = (id: number) => store.channels.changeStatus(id, ENABLED, AUTO_OFF)
const switchOn = (id: number) => store.channels.changeStatus(id, AUTO_OFF, ENABLED)

/** What was sent since the last look, without the titles. */
const told = () => service.calls.splice(0).map(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n').slice(1).join('\n'))
const after = async (minutes: number, look: () => Promise<void> = watch): Promise<readonly string[]> => {
  time.nowMs += minutes * MINUTE_MS
  await look()
  return told()
}

const request = (channelId: number, outcome: 'ok' | 'failed', cost = 0) =>
  charge(
    store.ledger,
    { userId, cost },
    { createdAt: Math.floor(time.nowMs / 1000), username: 'spender', model: 'm', channelId, outcome, elapsedMs: 5 },
  )

describe('watching for alerts', () => {
  it('tells of a channel that is off once, and once that it is on again', async () => {
    const id = await channel('east')
    await rule({ kind: 'channel-off', targetIds: [await target()] })
    expect(await after(1)).toEqual([])
    await switchOff(id)
    expect(await after(1)).toEqual([`Channel "east" (${id}) was switched off automatically.`])
    expect(await after(1)).toEqual([])
    await switchOn(id)
    expect(await after(1)).toEqual([`Channel "east" (${id}): resolved after 2 min.`])
    expect(await after(1)).toEqual([])
  })

  it('sends one message although two nodes look at once', async () => {
    const id = await channel('west')
    await rule({ kind: 'channel-off', scopeId: id, targetIds: [await target()] })
    await switchOff(id)
    const both = async () => {
      await Promise.all(stores.map((node) => watchOn(node)()))
    }
    expect(await after(1, both)).toEqual([`Channel "west" (${id}) was switched off automatically.`])
    expect(await after(1, both)).toEqual([])
    await switchOn(id)
    expect(await after(1, both)).toHaveLength(1)
  })

  it('puts several channels of a rule into one message', async () => {
    const ids = [await channel('a'), await channel('b')]
    await rule({ kind: 'channel-off', targetIds: [await target()] })
    for (const id of ids) await switchOff(id)
    const [text = '', ...others] = await after(1)
    expect([text.split('\n').length, others]).toEqual([2, []])
    for (const id of ids) await switchOn(id)
  })

  it('keeps quiet when it is told to: what lasts is sent afterwards, what passed is not', async () => {
    const [passing, lasting] = [await channel('passing'), await channel('lasting')]
    const targetIds = [await target()]
    for (const scopeId of [passing, lasting]) await rule({ kind: 'channel-off', scopeId, targetIds, quietFrom: '07:00', quietTo: '08:30' })
    for (const id of [passing, lasting]) await switchOff(id)
    expect(new Date(time.nowMs).toISOString().slice(11, 16)).toBe('08:00')
    expect(await after(1)).toEqual([])
    await switchOn(passing)
    expect(await after(28)).toEqual([])
    expect(await after(1)).toEqual([`Channel "lasting" (${lasting}) was switched off automatically.`])
    await switchOn(lasting)
    await store.channels.deleteMany([passing, lasting])
  })

  it('tries again where nobody answers, while others get their messages', async () => {
    const id = await channel('north')
    const targetIds = [await target(`http://127.0.0.1:${closedPort()}/`), await target('/refuses'), await target()]
    await rule({ kind: 'channel-off', scopeId: id, targetIds })
    await switchOff(id)
    expect(await after(1)).toHaveLength(2)
    const states = async () =>
      (await store.alertBook.list('open', { offset: 0, limit: 9 }))[0]?.deliveries.map(({ state, problem, tries }) => [
        state,
        problem,
        tries,
      ])
    expect(await states()).toEqual([
      ['waiting', 'unreachable', 1],
      ['waiting', 'HTTP 404', 1],
      ['sent', '', 1],
    ])
    expect(await after(1)).toEqual([])
    expect(await after(1)).toHaveLength(1)
    expect((await states())?.map(([, , tries]) => tries)).toEqual([2, 2, 1])
    await switchOn(id)
  })

  it('tells of a share of errors, of ten requests at least', async () => {
    const id = await channel('flaky')
    await rule({ kind: 'error-share', threshold: 50, windowMinutes: 10, scopeId: id, targetIds: [await target()] })
    for (let turn = 0; turn < 9; turn++) await request(id, 'failed')
    expect(await after(0)).toEqual([])
    await request(id, 'ok')
    expect(await after(1)).toEqual([`Channel "flaky" (${id}): 90 % of the requests of the last 10 minutes failed; the threshold is 50 %.`])
    expect(await after(10)).toEqual([`Channel "flaky" (${id}): resolved after 10 min.`])
  })

  it('tells of spending above a sum, of all channels or of one', async () => {
    const [one, other] = [await channel('one'), await channel('other')]
    const targetIds = [await target()]
    await rule({ kind: 'spend-above', threshold: 100, windowMinutes: 60, targetIds })
    await rule({ kind: 'spend-above', threshold: 100, windowMinutes: 60, scopeId: other, targetIds })
    await request(one, 'ok', 60)
    await request(other, 'ok', 40)
    expect(await after(1)).toEqual([])
    await request(one, 'ok', 1)
    expect(await after(1)).toEqual(['All channels: 101 were spent in the last 60 minutes, more than 100.'])
  })

  it('tells of a low balance, not of one that was never asked for', async () => {
    const [low] = [await channel('low'), await channel('unknown')]
    await rule({ kind: 'balance-low', threshold: 5, targetIds: [await target()] })
    await store.channels.update(low, { balance: 5, balanceUpdatedTime: 1 })
    expect(await after(1)).toEqual([])
    await store.channels.update(low, { balance: 4.99, balanceUpdatedTime: 2 })
    expect(await after(1)).toEqual([`Channel "low" (${low}): the balance is 4.99, below 5.`])
    await store.channels.deleteMany([low])
    expect(await after(1)).toHaveLength(1)
  })

  it('tells of a budget in its running period, also when a request did not fit', async () => {
    const annId = await store.users.create({ username: 'ann', passwordHash: 'x', displayName: '', role: 1, startQuota: 1000 })
    const fields = { scope: 'user', scopeKey: String(annId), model: '', unit: 'requests', period: 'day', limit: 1, isHard: true } as const
    const budget = await store.budgetList.create(fields)
    await rule({ kind: 'budget-reached', threshold: 100, targetIds: [await target()] })
    const book = createBudgets({ pool: store.budgetPool, timeZone: () => 'UTC', clock })
    const hold = async () => {
      const counters = await book.countersFor({ tokenId: 0, userId: annId, group: 'default', model: 'm' })
      const base = { requestId: crypto.randomUUID(), userId: annId, tokenId: 0, isTokenLimited: false, amount: toQuota(1) }
      await store.ledger.hold({ ...base, budgets: counters.map((counter) => ({ counter, amount: 1 })) })
    }
    await hold()
    expect(await after(1)).toEqual([])
    await hold()
    expect(await after(1)).toEqual([`Budget ${budget.id} (ann): 100 % used; the threshold is 100 %.`])
    expect(await after(24 * 60)).toEqual([`Budget ${budget.id} (ann): resolved after 24 h.`])
  })

  it('tells of keys near their end', async () => {
    const userId = await store.users.create({ username: 'bob', passwordHash: 'x', displayName: '', role: 1, startQuota: 0 })
    await rule({ kind: 'key-expiry', threshold: 3, targetIds: [await target()] })
    const expiredTime = Math.floor(time.nowMs / 1000) + 3 * 86_400 + 60
    const token = { name: 'ci', expiredTime, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    const { id } = await store.tokens.create(userId, 'keyofbob', token)
    await watch()
    expect(told()).toEqual([])
    const ends = new Date(expiredTime * 1000).toISOString().slice(0, 16).replace('T', ' ')
    expect(await after(1)).toEqual([`Token "ci / bob" ends on ${ends}.`])
    await store.tokens.softDelete(userId, id)
    expect(await after(1)).toHaveLength(1)
  })

  it('tells of the certificate of the server near its end, and neither begins nor ends what it cannot see', async () => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { cert: testCertificate.cert, key: testCertificate.key },
      fetch: () => new Response('hello'),
    })
    const end = Date.parse('2126-10-22T06:39:26Z')
    options['ServerAddress'] = `https://named.example:${server.port}`
    await rule({ kind: 'certificate-expiry', threshold: 30, targetIds: [await target()] })
    time.nowMs = end - 31 * 86_400_000
    await watch()
    expect(told()).toEqual([])
    const line = `The certificate of named.example:${server.port} ends on 2126-10-22 06:39.`
    expect(await after(2 * 24 * 60)).toEqual([`${line}\nhttps://named.example:${server.port}/setting?tab=alerts`])
    await server.stop(true)
    expect(await after(61)).toEqual([])
    expect(await store.alertBook.count('open')).toBe(1)
    delete options['ServerAddress']
  })
})
