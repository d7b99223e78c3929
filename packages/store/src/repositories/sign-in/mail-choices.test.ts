import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('choices of mails', (harness) => {
  const wanted = (id: number) => harness.store.mailChoices.of(id)

  it('are all mails until somebody does without one, and each stays as it is until it is named', async () => {
    const { store } = harness
    const id = await harness.user()
    expect(await wanted(id)).toEqual({ balance: true, budget: true })
    await store.mailChoices.set(id, { budget: false })
    expect(await wanted(id)).toEqual({ balance: true, budget: false })
    await store.mailChoices.set(id, { balance: false })
    expect(await wanted(id)).toEqual({ balance: false, budget: false })
    await store.mailChoices.set(id, { balance: true, budget: true })
    expect(await wanted(id)).toEqual({ balance: true, budget: true })
    expect(await wanted(id + 1000)).toBeUndefined()
  })

  it('are both kept when they are made at once', async () => {
    const { store } = harness
    const id = await harness.user()
    await Promise.all([store.mailChoices.set(id, { balance: false }), store.mailChoices.set(id, { budget: false })])
    expect(await wanted(id)).toEqual({ balance: false, budget: false })
  })

  it('keep reminders of a balance and warnings of budgets from those who do not want them', async () => {
    const { store } = harness
    const fields = { passwordHash: 'x', displayName: '', role: 1, startQuota: 5 }
    const id = await store.users.create({ ...fields, username: 'quiet', email: 'quiet@example.com' })
    const budget = { scope: 'user', scopeKey: String(id) } as const
    const tokenId = (await harness.token(id)).id
    const ofToken = { scope: 'token', scopeKey: String(tokenId) } as const
    const addresses = async () => (await store.budgetList.subjects([budget, ofToken])).map((subject) => subject?.account?.email)
    await store.mailChoices.set(id, { balance: false, budget: false })
    expect(await store.reminders.take([id], 10)).toEqual([])
    expect(await addresses()).toEqual([null, null])
    await store.mailChoices.set(id, { balance: true, budget: true })
    expect((await store.reminders.take([id], 10)).map(({ email }) => email)).toEqual(['quiet@example.com'])
    expect(await addresses()).toEqual(['quiet@example.com', 'quiet@example.com'])
  })
})
