import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBudgets } from '@weir/relay/guards/budgets'
import { toQuota } from '@weir/ledger/quota'
import type { Store } from '@weir/store/open-store'
import { MailSink } from '../testing/mail-sink.ts'
import { openNodeStore } from '../testing/open-node.ts'
import { settingsFrom } from '../settings/settings.ts'
import { createWarnOfBudgets } from './budget-warnings.ts'
import { createMailer } from './mailer.ts'
import type { Notice } from './notify-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-budget-warnings-'))
const time = { nowMs: 1_800_000_000_000 }
/** Nobody listens there. */
const CLOSED_PORT = 1
const notices: Notice[] = []
let sink: MailSink
let store: Store
let port = CLOSED_PORT

const warn = () => {
  const options = { SMTPServer: '127.0.0.1', SMTPFrom: 'weir@example.com', SystemName: 'Weir', SMTPPort: String(port) }
  const settings = () => settingsFrom(new Map(Object.entries(options)))
  const notifyRoot = (notice: Notice) => Promise.resolve(void notices.push(notice))
  const mailer = createMailer(settings, () => [options.SMTPServer])
  return createWarnOfBudgets({ warnings: store.budgetWarnings, budgets: store.budgetList, mailer, notifyRoot, settings })()
}

beforeAll(async () => {
  sink = await MailSink.open()
  store = await openNodeStore(folder, 'node-1', () => time.nowMs)
})

afterAll(async () => {
  await store.close()
  await sink.close()
  rmSync(folder, { recursive: true })
})

describe('warnings of budgets', () => {
  it('reach the owner by mail and root by the usual way, once, and again after a mail that did not go out', async () => {
    const user = { username: 'ann', passwordHash: 'x', displayName: '', role: 1, startQuota: 1000, email: 'ann@example.com' }
    const userId = await store.users.create(user)
    const fields = {
      scope: 'user',
      scopeKey: String(userId),
      model: 'o3',
      unit: 'requests',
      period: 'total',
      limit: 1,
      isHard: true,
    } as const
    const budget = await store.budgetList.create(fields)
    const book = createBudgets({ pool: store.budgetPool, timeZone: () => 'UTC', clock: () => time.nowMs })
    const counters = await book.countersFor({ tokenId: 0, userId, group: 'default', model: 'o3' })
    const hold = { requestId: 'r1', userId, tokenId: 0, isTokenLimited: false, amount: toQuota(1) }
    const shares = counters.map((counter) => ({ counter, amount: 1 }))
    await store.ledger.hold({ ...hold, budgets: shares })
    const refused = await store.ledger.hold({ ...hold, requestId: 'r2', budgets: shares })
    expect(refused).toEqual({ left: [0], refusedBy: counters[0] })
    await warn()
    expect([sink.mails, notices]).toEqual([[], []])
    port = sink.port
    time.nowMs += 120_000
    await warn()
    await warn()
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.to).toEqual(['ann@example.com'])
    expect(notices).toHaveLength(1)
    expect(notices[0]?.subject).toBe('Weir 预算已用尽 / Budget used up')
    expect(notices[0]?.text).toBe(
      `用户「ann」的预算 ${budget.id}（总共 1 次请求，模型 o3）已用尽：已用 0。放不下的请求会被拒绝。\n` +
        `Budget ${budget.id} of user "ann" (1 request in all, model o3) is used up: 0 so far. Requests that do not fit are refused.`,
    )
  })

  it('go on past a budget that was deleted in the meantime', async () => {
    const told: number[] = []
    const notices: string[] = []
    const warning = (budgetId: number) => ({ budgetId, series: 1, periodStart: 0, percent: 80, used: 80 }) as const
    const kept = {
      id: 2,
      series: 1,
      scope: 'group',
      scopeKey: 'vip',
      model: '',
      unit: 'tokens',
      period: 'day',
      limit: 100,
      isHard: true,
    } as const
    const warn = createWarnOfBudgets({
      warnings: {
        take: () => Promise.resolve([warning(1), warning(2)]),
        told: ({ budgetId }) => {
          told.push(budgetId)
          return Promise.resolve()
        },
      },
      budgets: {
        get: (id) => Promise.resolve(id === 2 ? { ...kept, createdAt: 0 } : undefined),
        subjects: () => Promise.resolve([{ name: 'vip' }]),
      },
      mailer: { isConfigured: () => true, send: () => Promise.resolve() },
      notifyRoot: ({ text }) => {
        notices.push(text)
        return Promise.resolve()
      },
      settings: () => settingsFrom(new Map()),
    })
    await warn()
    expect([told, notices.length]).toEqual([[2], 1])
  })
})
