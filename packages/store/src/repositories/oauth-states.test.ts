import { expect, it } from 'bun:test'
import { describeStore } from '../testing/test-bed.ts'

describeStore('states of an external sign-in', (bed) => {
  const binding = { visitorId: 'browser', userId: 0, provider: 'github' }
  const fresh = async (over: Partial<typeof binding> = {}) => {
    const state = crypto.randomUUID()
    await bed.store.oauthStates.add(state, { ...binding, ...over })
    return state
  }

  it('AN-18 work once where they began, and nowhere else', async () => {
    const { oauthStates } = bed.store
    const state = await fresh()
    expect(await oauthStates.take(state, { ...binding, visitorId: 'stranger' })).toBe(false)
    expect(await oauthStates.take(state, { ...binding, userId: 7 })).toBe(false)
    expect(await oauthStates.take(state, { ...binding, provider: 'lark' })).toBe(false)
    expect(await oauthStates.take(crypto.randomUUID(), binding)).toBe(false)
    const elsewhere = await bed.open(bed.database, { nodeId: 'node-2' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => elsewhere.oauthStates.take(state, binding)))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('serve any provider when none was named', async () => {
    expect(await bed.store.oauthStates.take(await fresh({ provider: '' }), { ...binding, provider: 'oidc' })).toBe(true)
  })

  it('AN-18 end after ten minutes', async () => {
    const state = await fresh()
    bed.nowMs += 600_000
    expect(await bed.store.oauthStates.take(state, binding)).toBe(false)
    await bed.store.oauthStates.deleteExpired()
    expect(await bed.raw(({ kysely }) => kysely.selectFrom('oauth_states').selectAll().execute())).toEqual([])
  })
})
