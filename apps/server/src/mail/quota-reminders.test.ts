import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toQuota } from '@weir/ledger/quota'
import type { Observer } from '@weir/relay/ports'
import { usageRecord } from '@weir/relay/testing/usage-record'
import type { Store } from '@weir/store/open-store'
import { MailSink } from '../testing/mail-sink.ts'
import { openNodeStore } from '../testing/open-node.ts'
import { createMailer } from './mailer.ts'
import { createQuotaReminders } from './quota-reminders.ts'
import { settingsFrom } from '../settings/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-reminders-'))
const nodes: Store[] = []
let sink: MailSink
const clock = { nowMs: 1_800_000_000_000 }
/** Nobody listens there. */
const CLOSED_PORT = 1

const ignore = (): void => undefined
const silent: Observer = { attempted: ignore, begun: ignore, implausible: ignore, ended: ignore }

const openNode = async (nodeId: string) => {
  const store = await openNodeStore(folder, nodeId, () => clock.nowMs)
  const port = { now: sink.port }
  nodes.push(store)
  const options = {
    SMTPServer: '127.0.0.1',
    SMTPFrom: 'weir@example.com',
    ServerAddress: 'https://weir.example/',
    QuotaRemindThreshold: '1000',
    DisplayInCurrencyEnabled: 'false',
  }
  const settings = () => settingsFrom(new Map([...Object.entries(options), ['SMTPPort', String(port.now)]]))
  const timers: (() => void)[] = []
  const startTimer = (_: number, onFire: () => void) => {
    timers.push(onFire)
    return () => undefined
  }
  const reminders = createQuotaReminders({ ...store, mailer: createMailer(settings, () => [options.SMTPServer]), settings, startTimer })
  return { store, reminders, observer: reminders.watch(silent), timers, port }
}
type Node = Awaited<ReturnType<typeof openNode>>

beforeAll(async () => {
  sink = await MailSink.open()
})
afterAll(async () => {
  for (const store of nodes) await store.close()
  await sink.close()
  rmSync(folder, { recursive: true })
})

const TOKEN = { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' }

const spend = async ({ store, observer }: Node, userId: number, cost: number): Promise<void> => {
  const { id: tokenId } = await store.tokens.create(userId, crypto.randomUUID(), TOKEN)
  const hold = { requestId: crypto.randomUUID(), userId, tokenId, isTokenLimited: false, amount: toQuota(0) }
  await store.ledger.hold(hold)
  const settlement = { hold, cost: toQuota(cost), record: usageRecord({ createdAt: Math.floor(clock.nowMs / 1000) }) }
  await store.ledger.settle(settlement)
  observer.ended(settlement)
}

describe('quota reminders', () => {
  it('MT-27 send one mail for a crossing by 100 parallel requests over two nodes, and one more when nothing is left', async () => {
    const first = await openNode('first')
    const second = await openNode('second')
    const user = { username: 'owner', passwordHash: 'hash', displayName: 'Owner', role: 1, startQuota: 1500 }
    const userId = await first.store.users.create(user)
    await first.store.users.updateProfile(userId, { email: 'owner@example.com' })
    const both = [first, second]

    await Promise.all(Array.from({ length: 100 }, (_, index) => spend(index % 2 === 0 ? first : second, userId, 6)))
    expect([first.timers.length, second.timers.length]).toEqual([1, 1])
    await Promise.all(both.map(({ reminders }) => reminders.flush()))
    const low = await sink.newest(1)
    expect(low.to).toEqual(['owner@example.com'])
    expect(low.text).toContain('额度即将用尽，当前余额为 900 点额度')
    expect(low.text).toContain('running low')
    expect(low.text).toContain('https://weir.example/topup')

    await spend(second, userId, 900)
    await Promise.all(both.map(({ reminders }) => reminders.flush()))
    expect((await sink.newest(2)).text).toContain('used up')

    await spend(first, userId, 0)
    await Promise.all(both.map(({ reminders }) => reminders.flush()))
    await first.store.ledgerMaintenance.grant({ userId, amount: 2000, kind: 'top-up', note: '' })
    await spend(first, userId, 1500)
    await Promise.all(both.map(({ reminders }) => reminders.flush()))
    expect((await sink.newest(3)).text).toContain('500 点额度')
    expect(sink.mails).toHaveLength(3)
  })

  it('look at nobody whose request cost nothing', async () => {
    const node = await openNode('free')
    const userId = await node.store.users.create({ username: 'free', passwordHash: 'h', displayName: 'F', role: 1, startQuota: 10 })
    await spend(node, userId, 0)
    expect(node.timers).toHaveLength(0)
    await spend(node, userId, 1)
    expect(node.timers).toHaveLength(1)
  })

  it('never fail or delay a charge when the balances cannot be read', async () => {
    const node = await openNode('third')
    const broken = createQuotaReminders({
      reminders: { ...node.store.reminders, take: () => Promise.reject(new Error('no database')) },
      mailer: { isConfigured: () => true, send: () => Promise.resolve() },
      settings: () => settingsFrom(new Map()),
      startTimer: () => () => undefined,
    })
    const userId = await node.store.users.create({ username: 'other', passwordHash: 'h', displayName: 'O', role: 1, startQuota: 10 })
    await spend({ ...node, observer: broken.watch(silent) }, userId, 5)
    await broken.flush()
    expect((await node.store.users.findById(userId))?.user.quota).toBe(5)
  })

  it('are sent by another node when the first died before it looked, and once the mail server is back', async () => {
    const first = await openNode('fourth')
    const second = await openNode('fifth')
    const user = { username: 'patient', passwordHash: 'hash', displayName: 'P', role: 1, startQuota: 1500 }
    const userId = await first.store.users.create(user)
    await first.store.users.updateProfile(userId, { email: 'patient@example.com' })
    await spend(first, userId, 600)
    const before = sink.mails.length
    await Promise.all([second.reminders.sweep(), second.reminders.sweep()])
    await second.reminders.sweep()
    expect(sink.mails.slice(before).map(({ to }) => to)).toEqual([['patient@example.com']])

    await spend(first, userId, 900)
    second.port.now = CLOSED_PORT
    await second.reminders.sweep()
    second.port.now = sink.port
    await second.reminders.sweep()
    expect(sink.mails).toHaveLength(before + 1)
    clock.nowMs += 3 * 60_000
    await second.reminders.sweep()
    expect(sink.mails.slice(before + 1).map(({ to }) => to)).toEqual([['patient@example.com']])
  })
})
