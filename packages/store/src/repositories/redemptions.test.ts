import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const newKey = (): string => crypto.randomUUID().replaceAll('-', '')
const page = { offset: 0, limit: 100 }

describeStore('redemption codes', (harness) => {
  const make = async (over: { readonly name?: string; readonly quota?: number; readonly keys?: readonly string[] } = {}) => {
    const keys = over.keys ?? [newKey()]
    await harness.store.redemptions.createMany({ creatorId: 7, name: 'gift', quota: 100, ...over, keys })
    const [code] = await harness.store.redemptions.list({ offset: 0, limit: 1 })
    if (code === undefined) throw new Error('no code was made')
    return { ...code, key: keys[0] ?? '' }
  }

  const redeem = (key: string, userId: number, store = harness.store) =>
    store.redemptions.redeem({ key, user: { id: userId, username: 'someone' }, requestId: newKey(), describe: (quota) => `+${quota}` })

  it('H-08 pays once, whoever of forty clients comes first', async () => {
    const database = await harness.migrated()
    const first = await harness.open(database, { nodeId: 'one' })
    // SQLite belongs to one process; the others serve several nodes.
    const second = harness.name === 'SQLite' ? first : await harness.open(database, { nodeId: 'two' })
    const users = await Promise.all(Array.from({ length: 8 }, () => harness.user(0, first)))
    const key = newKey()
    await first.redemptions.createMany({ creatorId: 1, name: 'race', quota: 100, keys: [key] })
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => redeem(key, users[index % users.length] ?? 0, index % 2 === 0 ? first : second)),
    )
    expect(outcomes.filter((outcome) => outcome !== 'used')).toMatchObject([{ quota: 100 }])
    const balances = await Promise.all(users.map((id) => harness.balance(id, first)))
    expect(balances.reduce((sum, { quota }) => sum + quota, 0)).toBe(100)
    expect(await first.logs.list({ type: 1 }, page)).toHaveLength(1)
    expect(await first.ledgerMaintenance.verify()).toEqual([])
  })

  it('keeps the code readable until it is used, and then no longer', async () => {
    const userId = await harness.user()
    const code = await make()
    expect((await harness.store.redemptions.get(code.id))?.key).toBe(code.key)
    expect(await redeem(code.key, userId)).toEqual({ quota: 100, id: code.id })
    expect(await harness.store.redemptions.get(code.id)).toMatchObject({ key: '', status: 3, redeemed_time: harness.nowSeconds })
    const rows = await harness.raw(({ kysely }) => kysely.selectFrom('redemptions').selectAll().where('id', '=', code.id).execute())
    expect(rows).toMatchObject([{ key_cipher: '', redeemed_by: userId }])
    expect(await harness.store.logs.listOwn(userId, { type: 1 }, page)).toMatchObject([{ quota: 100, content: '+100' }])
  })

  it('says why a code does not pay, and pays nothing', async () => {
    const userId = await harness.user()
    const code = await make()
    await harness.store.redemptions.update(code.id, { status: 2 })
    expect(await redeem(newKey(), userId)).toBe('unknown')
    expect(await redeem(code.key.toUpperCase(), userId)).toBe('unknown')
    expect(await redeem(code.key, userId)).toBe('disabled')
    expect((await harness.balance(userId)).quota).toBe(0)
  })

  it('leaves the code unused when the balance cannot take it', async () => {
    const userId = await harness.user(Number.MAX_SAFE_INTEGER - 10)
    const code = await make({ quota: 11 })
    expect(await redeem(code.key, userId)).toBe('too-large')
    expect(await harness.store.redemptions.get(code.id)).toMatchObject({ status: 1, key: code.key })
  })

  it('stays unused when the account was deleted a moment before', async () => {
    const userId = await harness.user()
    const code = await make()
    await harness.store.users.softDelete(userId)
    expect(await redeem(code.key, userId)).toBe('no-account')
    expect(await harness.store.redemptions.get(code.id)).toMatchObject({ status: 1, key: code.key })
    expect(await harness.balance(userId)).toMatchObject({ quota: 0 })
    const other = await harness.user()
    expect(await redeem(code.key, other)).toMatchObject({ quota: 100 })
  })

  it('pays the account or stays unused when the account is deleted at the same moment', async () => {
    const database = await harness.migrated()
    const first = await harness.open(database, { nodeId: 'one' })
    const second = harness.name === 'SQLite' ? first : await harness.open(database, { nodeId: 'two' })
    const paid: string[] = []
    for (let round = 0; round < 12; round++) {
      const userId = await harness.user(0, first)
      const key = newKey()
      await first.redemptions.createMany({ creatorId: 1, name: 'race', quota: 100, keys: [key] })
      const [code] = await first.redemptions.list({ offset: 0, limit: 1 })
      const calls = [() => redeem(key, userId, second), () => first.users.softDelete(userId)] as const
      const [one, two] = round % 2 === 0 ? calls : [calls[1], calls[0]]
      await Promise.all([one(), two()])
      const entries = await harness.raw(
        ({ kysely }) =>
          kysely.selectFrom('ledger_entries').select(['kind', 'amount']).where('user_id', '=', userId).orderBy('id').execute(),
        database,
      )
      const status = (await first.redemptions.get(code?.id ?? 0))?.status
      const outcome = JSON.stringify({ status, entries: entries.map(({ kind, amount }) => `${kind} ${amount}`) })
      paid.push(outcome)
      expect(await harness.balance(userId, first)).toMatchObject({ quota: 0 })
    }
    const both = ['{"status":3,"entries":["redeem 100","forfeit -100"]}', '{"status":1,"entries":[]}']
    expect(paid.filter((outcome) => !both.includes(outcome))).toEqual([])
    expect(await first.ledgerMaintenance.verify()).toEqual([])
  }, 180_000)

  it('H-36 never changes a used code again', async () => {
    const code = await make()
    expect(await harness.store.redemptions.update(code.id, { name: 'other', quota: 5 })).toMatchObject({
      name: 'other',
      quota: 5,
      status: 1,
    })
    expect(await harness.store.redemptions.update(code.id, { status: 2 })).toMatchObject({ status: 2, name: 'other' })
    await harness.store.redemptions.update(code.id, { status: 1 })
    await redeem(code.key, await harness.user())
    for (const change of [{ status: 1 }, { name: 'again' }, { quota: 9 }]) {
      expect(await harness.store.redemptions.update(code.id, change)).toBe('used')
    }
    expect(await harness.store.redemptions.update(999_999, { status: 1 })).toBeUndefined()
  })

  it('of two at once that change one worth keep the first, and tell the other what it is now', async () => {
    const code = await make({ quota: 100 })
    const change = (name: string, quota: number) => harness.store.redemptions.update(code.id, { name, quota, expectedQuota: 100 })
    const outcomes = await Promise.all([change('first', 50), change('second', 70)])
    const [kept] = outcomes.filter((outcome) => typeof outcome === 'object' && 'id' in outcome)
    const [name, quota] = kept === outcomes[0] ? ['first', 50] : ['second', 70]
    expect(kept).toMatchObject({ name, quota })
    expect(outcomes.filter((outcome) => outcome !== kept)).toEqual([{ quota }])
    expect(await harness.store.redemptions.get(code.id)).toMatchObject({ name, quota })
  })

  it('are deleted together, each once', async () => {
    const [one, two] = [await make({ name: 'together' }), await make({ name: 'together' })]
    const twice = await Promise.all([1, 2].map(() => harness.store.redemptions.deleteMany([two.id, one.id, 999_999])))
    expect(twice.flat().map(({ id, name }) => [id, name])).toEqual([
      [one.id, 'together'],
      [two.id, 'together'],
    ])
    expect(await harness.store.redemptions.matching('together')).toEqual([])
  })

  it('searches by id and literally by the beginning of the name', async () => {
    const percent = await make({ name: '100% off' })
    await make({ name: '100x off' })
    const names = async (keyword: string) =>
      (await harness.store.redemptions.search(keyword, { offset: 0, limit: 10 })).map((code) => code.name)
    expect(await names('100%')).toEqual(['100% off'])
    expect(await names(String(percent.id))).toContain('100% off')
    expect(await names("'; drop table redemptions; --")).toEqual([])
    expect(await harness.store.redemptions.matching('100%')).toEqual([percent.id])
    expect((await harness.store.redemptions.search('100', { offset: 1, limit: 5 })).map(({ id }) => id)).toEqual([percent.id])
    expect(await harness.store.redemptions.delete(percent.id)).toBe(true)
    expect(await harness.store.redemptions.delete(percent.id)).toBe(false)
  })
})
