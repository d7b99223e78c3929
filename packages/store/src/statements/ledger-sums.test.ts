import { expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import { openCalendar } from '@weir/ledger/period'
import { describeStore } from '../testing/store-harness.ts'

const QUARTER_MS = 900_000
const ZONES = ['UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']
const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12']

/** Of one seed always the same numbers. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * below)
  }
}

interface Line {
  readonly userId: number
  readonly time: number
  readonly amount: number
  readonly kind: 'credits' | 'charges' | 'corrections'
}

describeStore('sums of the ledger', (harness) => {
  /** Around the ends of September and October, where the zones of the world part, and anywhere else. */
  const someTime = (random: (below: number) => number): number => {
    const edge = [Date.UTC(2026, 8, 1), Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)][random(3)] ?? 0
    const near = edge + (random(120) - 60) * QUARTER_MS + random(3) * 1000 - 1000
    return random(3) > 0 ? near : Date.UTC(2026, 7, 20) + random(75 * 86_400) * 1000
  }

  const charge = async (book: Line[], { userId, amount }: { readonly userId: number; readonly amount: number }) => {
    const hold = harness.hold({ userId, amount })
    await harness.store.ledger.hold(hold)
    const time = harness.nowSeconds
    await harness.store.ledger.settle({ hold, cost: toQuota(amount), record: harness.record({ model: 'm' }) })
    book.push({ userId, time, amount: -amount, kind: 'charges' })
    return hold.requestId
  }

  const wanted = (book: readonly Line[], userId: number, { start, end }: { readonly start: number; readonly end: number }) => {
    const sum = (isOf: (line: Line) => boolean) =>
      book.filter((line) => line.userId === userId && isOf(line)).reduce((total, { amount }) => total + amount, 0)
    const during = (kind: Line['kind']) => sum((line) => line.kind === kind && line.time >= start && line.time < end)
    return {
      opening: sum(({ time }) => time < start),
      closing: sum(({ time }) => time < end),
      totals: { credits: during('credits'), charges: 0 - during('charges'), corrections: during('corrections') },
    }
  }

  it('make no difference to a statement, whatever came late, was corrected or is not in them yet', async () => {
    const other = await harness.open(harness.database, { nodeId: 'node-2' })
    const random = randomFrom(41)
    const book: Line[] = []
    harness.nowMs = Date.UTC(2026, 7, 20)
    const users = [await harness.user(1_000_000), await harness.user(1_000_000)]
    for (const userId of users) book.push({ userId, time: harness.nowSeconds, amount: 1_000_000, kind: 'credits' })
    let checked = 0
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 30; n++) {
        // Back and forth: nodes differ in their clocks, and a charge is booked long after its request began.
        harness.nowMs = someTime(random)
        const userId = users[random(2)] ?? 0
        const amount = 1 + random(500)
        const time = harness.nowSeconds
        if (random(6) === 0) {
          await harness.store.ledgerMaintenance.grant({ userId, amount, kind: 'top-up', note: 'g' })
          book.push({ userId, time, amount, kind: 'credits' })
          continue
        }
        const requestId = await charge(book, { userId, amount })
        if (random(5) > 0) continue
        const corrected = { requestId, userId, tokenId: 0, channelId: 0, model: 'm', charged: amount, cost: 0, detail: '{}' }
        await harness.store.corrections.book([corrected])
        book.push({ userId, time, amount, kind: 'corrections' })
      }
      // Two at once: each line is counted once. In the last round none of the new ones is.
      if (round < 5) await Promise.all([harness.store.ledgerSums.advance(), other.ledgerSums.advance()])
      for (const zone of ZONES) {
        for (const month of MONTHS) {
          const { start, end = start } = openCalendar(zone).spanAt('month', Date.parse(`${month}-15T12:00:00Z`))
          for (const userId of users) {
            const { opening, closing, totals } = await harness.store.statements.read({ userId, start, end })
            expect([zone, month, { opening, closing, totals }]).toEqual([zone, month, wanted(book, userId, { start, end })])
            checked++
          }
        }
      }
    }
    expect(checked).toBe(360)
    const sums = await harness.raw(({ kysely }) => kysely.selectFrom('ledger_sums').selectAll().execute())
    expect(sums.length).toBeGreaterThan(50)
  })

  it('are what a statement is read from', async () => {
    harness.nowMs = Date.UTC(2026, 9, 10)
    const userId = await harness.user(500)
    await charge([], { userId, amount: 30 })
    await harness.store.ledgerSums.advance()
    await harness.raw(({ kysely }) => kysely.updateTable('ledger_sums').set({ amount: -77 }).where('user_id', '=', userId).execute())
    const [start, end] = [Date.UTC(2026, 9, 1) / 1000, Date.UTC(2026, 10, 1) / 1000]
    expect((await harness.store.statements.read({ userId, start, end })).totals.charges).toBe(77)
    // A span that cuts a slot is read from the lines.
    expect((await harness.store.statements.read({ userId, start: start + 1, end })).totals.charges).toBe(30)
  })

  it('wait for so many lines that it is worth it, and longer while they come fast', async () => {
    const userId = await harness.user(500)
    await harness.store.ledgerSums.advance()
    for (let n = 0; n < 3; n++) await charge([], { userId, amount: 1 })
    const thresholds = { minRows: 4, busyRows: 100, maxRows: 1000 }
    expect(await harness.store.ledgerSums.advanceWhenCalm(thresholds)).toBe(0)
    expect(await harness.store.ledgerSums.advanceWhenCalm({ ...thresholds, minRows: 3 })).toBe(3)
    expect(await harness.store.ledgerSums.advance()).toBe(0)
    for (let n = 0; n < 5; n++) await charge([], { userId, amount: 1 })
    expect(await harness.store.ledgerSums.advanceWhenCalm({ ...thresholds, busyRows: 2 })).toBe(0)
    expect(await harness.store.ledgerSums.advanceWhenCalm({ ...thresholds, busyRows: 2 })).toBe(5)
  })
})
