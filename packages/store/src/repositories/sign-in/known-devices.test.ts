import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('known devices', (harness) => {
  it('are told apart by user, and each is new once', async () => {
    const [userId, other] = [await harness.user(), await harness.user()]
    const { devices } = harness.store
    expect(await devices.recall(userId, 'laptop')).toBe('first')
    harness.nowMs += 1000
    expect(await devices.recall(userId, 'laptop')).toBe('known')
    expect(await devices.recall(userId, 'phone')).toBe('new')
    expect(await devices.recall(userId, 'phone')).toBe('known')
    expect(await devices.recall(other, 'phone')).toBe('first')
  })

  it('are new to one of two sign-ins at the same time', async () => {
    const userId = await harness.user()
    await harness.store.devices.recall(userId, 'laptop')
    const answers = await Promise.all([1, 2, 3, 4].map(() => harness.store.devices.recall(userId, 'phone')))
    expect(answers.filter((answer) => answer === 'new')).toHaveLength(1)
  })
})
