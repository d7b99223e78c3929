import { expect, it } from 'bun:test'
import { describeStore } from '../testing/test-bed.ts'

describeStore('known devices', (bed) => {
  it('are told apart by user, and each is new once', async () => {
    const [userId, other] = [await bed.user(), await bed.user()]
    const { devices } = bed.store
    expect(await devices.recall(userId, 'laptop')).toBe('first')
    bed.nowMs += 1000
    expect(await devices.recall(userId, 'laptop')).toBe('known')
    expect(await devices.recall(userId, 'phone')).toBe('new')
    expect(await devices.recall(userId, 'phone')).toBe('known')
    expect(await devices.recall(other, 'phone')).toBe('first')
  })

  it('are new to one of two sign-ins at the same time', async () => {
    const userId = await bed.user()
    await bed.store.devices.recall(userId, 'laptop')
    const answers = await Promise.all([1, 2, 3, 4].map(() => bed.store.devices.recall(userId, 'phone')))
    expect(answers.filter((answer) => answer === 'new')).toHaveLength(1)
  })
})
