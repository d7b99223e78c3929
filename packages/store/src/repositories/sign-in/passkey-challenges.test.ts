import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'
import type { ChallengeBinding } from './passkey-challenges.ts'

describeStore('challenges of passkeys', (harness) => {
  const binding = (over: Partial<ChallengeBinding> = {}): ChallengeBinding => ({
    purpose: 'show',
    holder: crypto.randomUUID(),
    userId: 7,
    ...over,
  })

  it('count once among many at a time, on any node', async () => {
    const mine = binding()
    await harness.store.passkeyChallenges.add('question', mine)
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    const stores = [harness.store, elsewhere, harness.store, elsewhere]
    const takes = await Promise.all(stores.map(({ passkeyChallenges }) => passkeyChallenges.take('question', mine)))
    expect(takes.filter(Boolean)).toHaveLength(1)
  })

  it('count for their holder, account and purpose alone, and no other try uses them up', async () => {
    const { passkeyChallenges } = harness.store
    const mine = binding()
    await passkeyChallenges.add('mine', mine)
    expect(await passkeyChallenges.take('mine', { ...mine, holder: 'stranger' })).toBe(false)
    expect(await passkeyChallenges.take('mine', { ...mine, userId: 8 })).toBe(false)
    expect(await passkeyChallenges.take('mine', { ...mine, purpose: 'add' })).toBe(false)
    expect(await passkeyChallenges.take('other', mine)).toBe(false)
    expect(await passkeyChallenges.take('mine', mine)).toBe(true)
  })

  it('are replaced by the next for the same purpose, and end after five minutes', async () => {
    const { passkeyChallenges } = harness.store
    const mine = binding()
    await passkeyChallenges.add('first', mine)
    await passkeyChallenges.add('second', mine)
    await passkeyChallenges.add('third', { ...mine, purpose: 'add' })
    expect(await passkeyChallenges.take('first', mine)).toBe(false)
    harness.nowMs += 299_000
    expect(await passkeyChallenges.take('second', mine)).toBe(true)
    harness.nowMs += 1000
    expect(await passkeyChallenges.take('third', { ...mine, purpose: 'add' })).toBe(false)
  })

  it('are kept as HMACs, and forgotten when they have run out', async () => {
    const { passkeyChallenges } = harness.store
    const [old, young] = [binding({ holder: 'session-of-old' }), binding()]
    await passkeyChallenges.add('question-of-old', old)
    harness.nowMs += 300_000
    await passkeyChallenges.add('question-of-young', young)
    const rows = () => harness.raw(({ kysely }) => kysely.selectFrom('passkey_challenges').selectAll().execute())
    expect(JSON.stringify(await rows())).not.toMatch(/of-old|of-young/)
    await passkeyChallenges.deleteExpired()
    expect((await rows()).map(({ expires_at }) => expires_at)).toEqual([harness.nowSeconds + 300])
    expect(await passkeyChallenges.take('question-of-young', young)).toBe(true)
  })
})
