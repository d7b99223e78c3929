import { expect, it } from 'bun:test'
import type { Store } from '../open-store.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { AlertRuleFields, StoredAlertRule } from './alert-rules.ts'
import type { Finding } from './alert-book.ts'

const RULE: AlertRuleFields = {
  name: 'errors',
  kind: 'error-share',
  isEnabled: true,
  threshold: 20.5,
  windowMinutes: 10,
  scopeId: 0,
  quietFrom: '',
  quietTo: '',
  targetIds: [],
}
const TARGET = {
  name: 'ops',
  kind: 'webhook',
  isEnabled: true,
  language: 'en',
  recipient: '',
  url: 'https://a.example/key',
  secret: 's',
} as const
const channel = (id: number, value = 50): Finding => ({ subject: `channel ${id}`, name: `c${id}`, value })

const present = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('it is not there')
  return found
}

describeStore('alerts', (harness) => {
  const begin = async (over: Partial<AlertRuleFields> = {}) => {
    const { store } = harness
    const target = present(await store.alertTargets.create(TARGET))
    const rule = present(await store.alertRules.create({ ...RULE, targetIds: [target.id], ...over }))
    const read = async (): Promise<StoredAlertRule> => present(await store.alertRules.get(rule.id))
    const look = async (findings: readonly Finding[], from: Store = store) => from.alertBook.apply(await read(), findings, [target.id])
    const alerts = async () => (await store.alertBook.list(undefined, { offset: 0, limit: 500 })).filter(({ ruleId }) => ruleId === rule.id)
    const take = async (from: Store = store) =>
      (await from.alertDeliveries.take({ ruleIds: [] })).filter(({ ruleId }) => ruleId === rule.id)
    const send = async () => {
      const due = await take()
      await store.alertDeliveries.sent(due.map(({ id }) => id))
      return due.map(({ event, subject }) => `${event} ${subject}`)
    }
    return { store, rule, target, read, look, alerts, take, send }
  }

  it('keep rules and targets as they were given, and seal where messages go', async () => {
    const { store, rule, target } = await begin({ quietFrom: '22:00', quietTo: '07:30', scopeId: 7 })
    expect(await store.alertRules.get(rule.id)).toEqual({
      id: rule.id,
      name: 'errors',
      kind: 'error-share',
      isEnabled: true,
      threshold: 20.5,
      windowMinutes: 10,
      scopeId: 7,
      quietFrom: '22:00',
      quietTo: '07:30',
      targetIds: [target.id],
      revision: 0,
      checkedAt: 0,
    })
    expect(await store.alertTargets.get(target.id)).toEqual({ ...TARGET, id: target.id })
    const rows = await harness.raw(({ kysely }) => kysely.selectFrom('alert_targets').selectAll().where('id', '=', target.id).execute())
    expect(JSON.stringify(rows)).not.toContain('a.example')
    expect(await store.alertTargets.update(target.id, { ...TARGET, name: 'night', secret: 'other' })).toBe(true)
    expect(await store.alertTargets.get(target.id)).toMatchObject({ name: 'night', secret: 'other', url: 'https://a.example/key' })
    expect(await store.alertTargets.delete(target.id)).toBe(true)
    expect(await store.alertTargets.delete(target.id)).toBe(false)
    expect(await store.alertTargets.update(target.id, TARGET)).toBe(false)
  })

  it('fire once for each subject, are resolved once, and fire again after that', async () => {
    const { look, alerts, send } = await begin()
    expect(await look([channel(1), channel(2)])).toBe(true)
    expect(await send()).toEqual(['fired channel 1', 'fired channel 2'])
    expect(await look([channel(1, 80), channel(2)])).toBe(true)
    expect(await send()).toEqual([])
    expect((await alerts()).map(({ subject, value, resolvedAt }) => [subject, value, resolvedAt])).toEqual([
      ['channel 2', 50, null],
      ['channel 1', 80, null],
    ])
    await look([{ ...channel(1, 80), name: 'renamed' }, channel(2)])
    expect(await send()).toEqual([])
    expect((await alerts()).map(({ subjectName }) => subjectName)).toEqual(['c2', 'renamed'])
    await look([channel(2)])
    expect(await send()).toEqual(['resolved channel 1'])
    await look([channel(2)])
    expect(await send()).toEqual([])
    await look([channel(1), channel(2)])
    expect(await send()).toEqual(['fired channel 1'])
    expect((await alerts()).map(({ subject, resolvedAt }) => [subject, resolvedAt])).toEqual([
      ['channel 1', null],
      ['channel 2', null],
      ['channel 1', harness.nowSeconds],
    ])
  })

  it('are written down by one of two nodes that look at once, and sent by one', async () => {
    const { read, rule, target, take, alerts } = await begin()
    const other = await harness.open(harness.database, { nodeId: 'alerts-2' })
    const seen = await read()
    const both = await Promise.all([harness.store, other].map((node) => node.alertBook.apply(seen, [channel(1)], [target.id])))
    expect(both.toSorted()).toEqual([false, true])
    expect(await alerts()).toHaveLength(1)
    const taken = await Promise.all([take(), take(other)])
    expect(taken.flat().map(({ ruleId }) => ruleId)).toEqual([rule.id])
  })

  it('are not written down for a rule that was changed, turned off or deleted meanwhile', async () => {
    const { store, rule, target, read, alerts } = await begin()
    const seen = await read()
    expect(await store.alertRules.update(rule.id, { ...RULE, threshold: 99 })).toBe(true)
    expect(await store.alertBook.apply(seen, [channel(1)], [target.id])).toBe(false)
    await store.alertRules.update(rule.id, { ...RULE, isEnabled: false })
    expect(await store.alertBook.apply(await read(), [channel(1)], [target.id])).toBe(false)
    const last = await read()
    expect(await store.alertRules.delete(rule.id)).toBe(true)
    expect(await store.alertRules.delete(rule.id)).toBe(false)
    expect(await store.alertRules.update(rule.id, RULE)).toBe(false)
    expect(await store.alertBook.apply(last, [channel(1)], [target.id])).toBe(false)
    expect(await alerts()).toEqual([])
  })

  it('that end before they were told are told to nobody, and those that were tried in vain are told as ended', async () => {
    const { store, look, take, send, alerts } = await begin()
    await look([channel(1)])
    await look([])
    expect(await send()).toEqual([])
    expect((await alerts())[0]?.deliveries.map(({ event, state }) => [event, state])).toEqual([['fired', 'dropped']])
    await look([channel(2)])
    await store.alertDeliveries.failed(
      (await take()).map(({ id }) => id),
      'unreachable',
    )
    await look([])
    expect(await send()).toEqual(['resolved channel 2'])
  })

  it('wait while their rule is quiet', async () => {
    const { store, rule, look, send } = await begin()
    await look([channel(1)])
    expect((await store.alertDeliveries.take({ ruleIds: [rule.id] })).filter(({ ruleId }) => ruleId === rule.id)).toEqual([])
    expect(await send()).toEqual(['fired channel 1'])
  })

  it('are tried again after 2, 8, 32 and 128 minutes, and then given up', async () => {
    const { store, look, take, alerts } = await begin()
    await look([channel(1)])
    const attempt = async () => {
      const ids = (await take()).map(({ id }) => id)
      await store.alertDeliveries.failed(ids, 'HTTP 500')
      return ids.length
    }
    expect(await attempt()).toBe(1)
    for (const minutes of [2, 8, 32, 128]) {
      harness.nowMs += minutes * 60_000 - 1000
      expect(await attempt()).toBe(0)
      harness.nowMs += 1000
      expect(await attempt()).toBe(1)
    }
    expect((await alerts())[0]?.deliveries).toMatchObject([{ state: 'failed', tries: 5, problem: 'HTTP 500', sentAt: null }])
    harness.nowMs += 86_400_000
    expect(await attempt()).toBe(0)
  })

  it('whose last try never ended count as failed', async () => {
    const { look, take, alerts } = await begin()
    await look([channel(1)])
    for (const minutes of [0, 2, 8, 32, 128]) {
      harness.nowMs += minutes * 60_000
      expect(await take()).toHaveLength(1)
    }
    harness.nowMs += 512 * 60_000
    expect(await take()).toEqual([])
    expect((await alerts())[0]?.deliveries[0]?.state).toBe('failed')
  })

  it('end without a message when their rule is turned off, and are gone with it or with their target', async () => {
    const { store, rule, target, look, send, alerts } = await begin()
    await look([channel(1)])
    expect(await store.alertRules.openCounts()).toEqual(new Map([...(await store.alertRules.openCounts()), [rule.id, 1]]))
    await store.alertRules.update(rule.id, { ...RULE, targetIds: [target.id], isEnabled: false })
    expect(await send()).toEqual([])
    expect((await alerts()).map(({ resolvedAt }) => resolvedAt)).toEqual([harness.nowSeconds])
    await store.alertTargets.delete(target.id)
    expect((await alerts())[0]?.deliveries).toEqual([])
    await store.alertRules.delete(rule.id)
    expect(await alerts()).toEqual([])
  })

  it('are at most 200 open for one rule', async () => {
    const { look, alerts } = await begin({ targetIds: [] })
    await look(Array.from({ length: 203 }, (_, index) => channel(index + 1)))
    expect(await alerts()).toHaveLength(200)
    await look(Array.from({ length: 202 }, (_, index) => channel(index + 2)))
    const open = (await alerts()).filter(({ resolvedAt }) => resolvedAt === null)
    expect(open).toHaveLength(200)
    expect(open.some(({ subject }) => subject === 'channel 201')).toBe(true)
  })

  it('are forgotten thirty days after they ended', async () => {
    const { store, look, alerts } = await begin()
    await look([channel(1), channel(2)])
    await look([channel(2)])
    harness.nowMs += 30 * 86_400_000
    await store.alertBook.deleteOld()
    expect((await alerts()).map(({ subject }) => subject)).toEqual(['channel 2', 'channel 1'])
    harness.nowMs += 1000
    await store.alertBook.deleteOld()
    expect((await alerts()).map(({ subject }) => subject)).toEqual(['channel 2'])
  })
})

describeStore('the number of rules and targets of alerts', (harness) => {
  it('is limited, also for two who make the last one at once', async () => {
    const { store } = harness
    for (let turn = 1; turn < 50; turn++) expect(await store.alertTargets.create(TARGET)).toBeDefined()
    const both = await Promise.all([store.alertTargets.create(TARGET), store.alertTargets.create(TARGET)])
    expect(both.filter((made) => made !== undefined)).toHaveLength(1)
    for (let turn = 1; turn <= 100; turn++) expect(await store.alertRules.create(RULE)).toBeDefined()
    expect(await store.alertRules.create(RULE)).toBeUndefined()
  })
})

describeStore('figures for alerts', (harness) => {
  it('tell channels, traffic by channel, and tokens that end soon', async () => {
    const { store } = harness
    const userId = await harness.user(100_000)
    const token = { name: 'soon', remainQuota: 0, isUnlimited: true, models: '', subnet: '' }
    const now = harness.nowSeconds
    const soon = await store.tokens.create(userId, 'soonkey', { ...token, expiredTime: now + 3600 })
    await store.tokens.create(userId, 'laterkey', { ...token, name: 'later', expiredTime: now + 90_000 })
    await store.tokens.create(userId, 'neverkey', { ...token, name: 'never', expiredTime: -1 })
    const found = await store.alertFigures.endingTokens(now, now + 86_400, 10)
    expect(found.map(({ id, name, expiresAt }) => [id, name, expiresAt])).toEqual([[soon.id, 'soon', now + 3600]])
    const hold = harness.hold({ userId, amount: 10 })
    await store.ledger.hold(hold)
    await store.ledger.settle({ hold, cost: hold.amount, record: harness.record({ channelId: 9 }) })
    const failed = harness.hold({ userId, amount: 10 })
    await store.ledger.hold(failed)
    const cost = harness.hold({ userId, amount: 0 }).amount
    await store.ledger.settle({ hold: failed, cost, record: harness.record({ channelId: 9, outcome: 'failed' }) })
    expect(await store.alertFigures.traffic(now - 60, now + 1)).toEqual([{ channelId: 9, requests: 2, failures: 1, quota: 10 }])
    expect(await store.alertFigures.traffic(now - 60, now)).toEqual([])
    expect(await store.alertFigures.channels()).toEqual([])
  })
})
