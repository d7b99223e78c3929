import { expect, it } from 'bun:test'
import { describeStore } from '../../testing/store-harness.ts'

describeStore('states of an external sign-in', (harness) => {
  const binding = { visitorId: 'browser', userId: 0, provider: 'github' }
  const fresh = async (over: Partial<typeof binding> = {}) => {
    const state = crypto.randomUUID()
    await harness.store.oauthStates.add(state, { ...binding, ...over })
    return state
  }

  it('AN-18 work once where they began, and nowhere else', async () => {
    const { oauthStates } = harness.store
    const state = await fresh()
    expect(await oauthStates.take(state, { ...binding, visitorId: 'stranger' })).toBe(false)
    expect(await oauthStates.take(state, { ...binding, userId: 7 })).toBe(false)
    expect(await oauthStates.take(state, { ...binding, provider: 'lark' })).toBe(false)
    expect(await oauthStates.take(crypto.randomUUID(), binding)).toBe(false)
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => elsewhere.oauthStates.take(state, binding)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('serve any provider when none was named', async () => {
    expect(await harness.store.oauthStates.take(await fresh({ provider: '' }), { ...binding, provider: 'oidc' })).toBe(true)
  })

  it('AN-18 end after ten minutes', async () => {
    const state = await fresh()
    harness.nowMs += 600_000
    expect(await harness.store.oauthStates.take(state, binding)).toBe(false)
    await harness.store.oauthStates.deleteExpired()
    expect(await harness.raw(({ kysely }) => kysely.selectFrom('oauth_states').selectAll().execute())).toEqual([])
  })
})
