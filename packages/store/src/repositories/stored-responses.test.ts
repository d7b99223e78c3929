import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const HOUR_MS = 3_600_000

describeStore('responses that are kept here', (harness) => {
  let users = 0
  const newUser = () =>
    harness.store.users.create({ username: `keeper${++users}`, passwordHash: '', displayName: '', role: 1, startQuota: 0 })

  const answer = (id: string, userId: number, text = 'A river 水.') => ({
    id,
    userId,
    input: [{ role: 'user', content: text }],
    response: { id, output: [{ type: 'message', content: [{ text }] }] },
  })

  it('are found by their user alone, on any node, and not in plain text', async () => {
    const userId = await newUser()
    expect(await harness.store.storedAnswers.save(answer('resp_a', userId), HOUR_MS)).toBe(true)
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    expect(await elsewhere.storedAnswers.find('resp_a', userId)).toEqual(answer('resp_a', userId))
    expect(await elsewhere.storedAnswers.find('resp_a', userId + 1)).toBeUndefined()
    expect(await elsewhere.storedAnswers.remove('resp_a', userId + 1)).toBe(false)
    const rows = await harness.raw(({ kysely }) => kysely.selectFrom('stored_responses').select('content_cipher').execute())
    expect(JSON.stringify(rows)).not.toContain('river')
    expect(await elsewhere.storedAnswers.remove('resp_a', userId)).toBe(true)
    expect(await harness.store.storedAnswers.find('resp_a', userId)).toBeUndefined()
  })

  it('end with their life and with their user', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const { storedAnswers } = harness.store
    await storedAnswers.save(answer('resp_b', first), HOUR_MS)
    await storedAnswers.save(answer('resp_c', second), 2 * HOUR_MS)
    harness.nowMs += HOUR_MS
    expect(await storedAnswers.find('resp_b', first)).toBeUndefined()
    expect(await storedAnswers.remove('resp_b', first)).toBe(false)
    expect((await storedAnswers.find('resp_c', second))?.id).toBe('resp_c')
    await harness.store.users.softDelete(second)
    expect(await storedAnswers.find('resp_c', second)).toBeUndefined()
  })

  it('are swept once an hour by one node of all, also those that came after their user was gone', async () => {
    const [userId, goneId] = [await newUser(), await newUser()]
    const { storedAnswers } = harness.store
    await storedAnswers.save(answer('resp_d', userId), HOUR_MS)
    await storedAnswers.save(answer('resp_e', userId), 3 * HOUR_MS)
    await harness.store.users.softDelete(goneId)
    await storedAnswers.save(answer('resp_f', goneId), 3 * HOUR_MS)
    harness.nowMs += HOUR_MS
    const elsewhere = await harness.open(harness.database, { nodeId: 'node-2' })
    const turns = await Promise.all([storedAnswers, elsewhere.storedAnswers, storedAnswers].map((each) => each.sweep()))
    expect(turns.filter(Boolean)).toHaveLength(1)
    const ids = await harness.raw(({ kysely }) =>
      kysely.selectFrom('stored_responses').select('id').where('user_id', 'in', [userId, goneId]).execute(),
    )
    expect(ids).toEqual([{ id: 'resp_e' }])
    expect(await storedAnswers.sweep()).toBe(false)
    harness.nowMs += HOUR_MS
    expect(await storedAnswers.sweep()).toBe(true)
  })

  it('are not kept where they say one word over and over: they would be read back in their whole length', async () => {
    const userId = await newUser()
    const { storedAnswers } = harness.store
    expect(await storedAnswers.save(answer('resp_k', userId, 'a'.repeat(15 * 1024 * 1024)), HOUR_MS)).toBe(true)
    expect(await storedAnswers.save(answer('resp_l', userId, 'a'.repeat(16 * 1024 * 1024)), HOUR_MS)).toBe(false)
  })

  it('stay beside each other while there is room, and then only the oldest goes that is in the way', async () => {
    const userId = await newUser()
    const { storedAnswers } = harness.store
    const there = async () => {
      const found = await Promise.all(['resp_m', 'resp_n', 'resp_o', 'resp_p'].map((id) => storedAnswers.find(id, userId)))
      return found.flatMap((kept) => kept?.id ?? [])
    }
    for (const [id, megabytes] of [
      ['resp_m', 30],
      ['resp_n', 30],
      ['resp_o', 4],
    ] as const) {
      await storedAnswers.save(answer(id, userId), HOUR_MS)
      const bytes = megabytes * 1024 * 1024
      await harness.raw(({ kysely }) => kysely.updateTable('stored_responses').set({ bytes }).where('id', '=', id).execute())
      harness.nowMs += 1000
    }
    // The third came when there were four megabytes left.
    expect(await there()).toEqual(['resp_m', 'resp_n', 'resp_o'])
    await storedAnswers.save(answer('resp_p', userId), HOUR_MS)
    expect(await there()).toEqual(['resp_n', 'resp_o', 'resp_p'])
  })

  it('are bounded: one of two megabytes is not kept, and of many the oldest go', async () => {
    const userId = await newUser()
    const { storedAnswers } = harness.store
    // Random letters cannot be deflated below three quarters, and base64 makes a third more of them.
    const noise = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes).subarray(0, 65_536))).toString('base64')
    const long = (megabytes: number) => Array.from({ length: Math.ceil((megabytes * 1024 * 1024) / 65_536) }, () => noise(65_536)).join('')
    expect(await storedAnswers.save(answer('resp_g', userId, long(2)), HOUR_MS)).toBe(false)
    expect(await storedAnswers.find('resp_g', userId)).toBeUndefined()
    await storedAnswers.save(answer('resp_h', userId), HOUR_MS)
    // As if they had been kept before.
    await harness.raw(({ kysely }) =>
      kysely
        .updateTable('stored_responses')
        .set({ bytes: 64 * 1024 * 1024 - 100 })
        .where('id', '=', 'resp_h')
        .execute(),
    )
    harness.nowMs += 1000
    expect(await storedAnswers.save(answer('resp_i', userId), HOUR_MS)).toBe(true)
    expect(await storedAnswers.find('resp_h', userId)).toBeUndefined()
    expect((await storedAnswers.find('resp_i', userId))?.id).toBe('resp_i')
  })
})
