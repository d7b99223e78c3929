import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('codes sent by mail', (harness) => {
  const address = () => `${crypto.randomUUID()}@example.com`

  it('AN-16 works once, for its own address and purpose, on any node', async () => {
    const [mine, other] = [address(), address()]
    const { codes } = harness.store
    await codes.issue('email', mine, '12345678')
    await codes.issue('email', other, '87654321')
    expect(await codes.redeem('email', other, '12345678')).toBe(false)
    expect(await codes.redeem('reset', mine, '12345678')).toBe(false)
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    expect(await elsewhere.codes.redeem('email', mine, '12345678')).toBe(true)
    expect(await codes.redeem('email', mine, '12345678')).toBe(false)
  })

  it('H-64 AN-16 is dead after five wrong guesses, also when they come at once', async () => {
    const mine = address()
    const { codes } = harness.store
    await codes.issue('email', mine, '12345678')
    const wrong = await Promise.all(Array.from({ length: 5 }, (_, at) => codes.redeem('email', mine, `0000000${at}`)))
    expect(wrong).toEqual([false, false, false, false, false])
    expect(await codes.redeem('email', mine, '12345678')).toBe(false)
  })

  it('is worth nothing once it was called back, for that address and purpose alone', async () => {
    const [mine, other] = [address(), address()]
    const { codes } = harness.store
    for (const to of [mine, other]) await codes.issue('reset', to, '12345678')
    await codes.issue('email', mine, '12345678')
    await codes.discard('reset', mine)
    expect(await codes.redeem('reset', mine, '12345678')).toBe(false)
    expect([await codes.redeem('email', mine, '12345678'), await codes.redeem('reset', other, '12345678')]).toEqual([true, true])
  })

  it('pays out once when the right code comes many times at once', async () => {
    const mine = address()
    await harness.store.codes.issue('email', mine, '12345678')
    const answers = await Promise.all(Array.from({ length: 5 }, () => harness.store.codes.redeem('email', mine, '12345678')))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('AN-14 only the newest works, within ten minutes', async () => {
    const mine = address()
    const { codes } = harness.store
    await codes.issue('reset', mine, 'first')
    await codes.issue('reset', mine, 'second')
    expect(await codes.redeem('reset', mine, 'first')).toBe(false)
    expect(await codes.redeem('reset', mine, 'second')).toBe(true)
    await codes.issue('reset', mine, 'third')
    harness.nowMs += 601_000
    expect(await codes.redeem('reset', mine, 'third')).toBe(false)
  })

  it('AN-17 lets one mail through in thirty seconds and five in an hour', async () => {
    const mine = address()
    const { codes } = harness.store
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => codes.admitMail(mine)))
    expect(atOnce.filter((wait) => wait === 0)).toHaveLength(1)
    expect(Math.max(...atOnce)).toBe(30)
    for (let sent = 1; sent < 5; sent++) {
      harness.nowMs += 30_000
      expect(await codes.admitMail(mine)).toBe(0)
    }
    harness.nowMs += 30_000
    expect(await codes.admitMail(mine)).toBe(3600 - 150)
    expect(await codes.admitMail(address())).toBe(0)
    harness.nowMs += 3_450_000
    expect(await codes.admitMail(mine)).toBe(0)
  })

  it('forgets what has run out and nothing else', async () => {
    const [old, young] = [address(), address()]
    const { codes } = harness.store
    await codes.issue('email', old, 'x')
    await codes.admitMail(old)
    harness.nowMs += 3_601_000
    await codes.issue('email', young, 'y')
    await codes.admitMail(young)
    await codes.deleteExpired()
    const counts = await harness.raw(({ kysely }) => kysely.selectFrom('mail_counts').select('sent_at').execute())
    expect(counts).toEqual([{ sent_at: harness.nowSeconds }])
    expect(await codes.redeem('email', young, 'y')).toBe(true)
  })

  it('keeps neither addresses nor codes in the database', async () => {
    const mine = address()
    await harness.store.codes.issue('email', mine, '31415926')
    await harness.store.codes.admitMail(mine)
    const rows = await harness.raw(async ({ kysely }) => [
      ...(await kysely.selectFrom('codes').selectAll().execute()),
      ...(await kysely.selectFrom('mail_counts').selectAll().execute()),
    ])
    expect(JSON.stringify(rows)).not.toContain(mine)
    expect(JSON.stringify(rows)).not.toContain('31415926')
  })
})
