import { expect, it } from 'bun:test'
import type { LogObject } from '@weir/contract/log'
import type { RedemptionObject } from '@weir/contract/redemption'
import type { TokenObject } from '@weir/contract/token'
import type { UserObject } from '@weir/contract/user'
import { DEFAULT_USAGE } from '../../fake-upstream/behaviour.ts'
import { FakeOpenai } from '../../fake-upstream/openai/openai.ts'
import { eventually } from '../../../tools/testing/eventually.ts'
import { MODEL, UPSTREAM_KEY, openaiClient, unitsFor } from '../../harness/stand.ts'
import { serverAcceptance, type Server } from './harness/server.ts'

const GIFT = 700

const makeCodes = ({ root }: Server, name: string, count: number): Promise<string[]> =>
  root.data<string[]>('POST /api/redemption/', { name, quota: GIFT, count })

const codesBy = ({ root }: Server, keyword: string | number): Promise<RedemptionObject[]> =>
  root.data<RedemptionObject[]>(`GET /api/redemption/search?keyword=${keyword}`)

/** One relayed request, paid by root. */
const spend = async ({ root, url }: Server): Promise<void> => {
  const fake = new FakeOpenai([UPSTREAM_KEY])
  await root.data('POST /api/channel/', { type: 1, name: 'fake', key: UPSTREAM_KEY, base_url: fake.url, models: MODEL })
  const { key } = await root.data<TokenObject>('POST /api/token/', { name: 'spender', unlimited_quota: true })
  await openaiClient(url, `sk-${key}`).chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] })
  await fake.stop()
}

serverAcceptance('G27 codes and logs', (server) => {
  it('C-633 makes as many different codes as were asked for', async () => {
    const codes = await makeCodes(server(), 'pair', 2)
    expect(codes.every((code) => typeof code === 'string' && code !== '')).toBe(true)
    expect(new Set(codes).size).toBe(2)
    expect((await codesBy(server(), 'pair')).map(({ key }) => key).toSorted()).toEqual(codes.toSorted())
  })

  it('C-634 C-635 C-636 pays a code once and marks it as used', async () => {
    const alice = await server().member('alice')
    const balance = async () => (await alice.data<UserObject>('GET /api/user/self')).quota
    const before = await balance()
    const [key] = await makeCodes(server(), 'single', 1)
    expect(await alice.data<number>('POST /api/user/topup', { key })).toBe(GIFT)
    expect(await alice.refusal('POST /api/user/topup', { key })).not.toBe('')
    expect(await balance()).toBe(before + GIFT)
    const [code] = await codesBy(server(), 'single')
    expect(code?.status).toBe(3)
    expect(code?.redeemed_time).toBeGreaterThan(0)
  })

  it('C-654 finds a code by its id and by its name', async () => {
    await makeCodes(server(), 'wanted', 1)
    await makeCodes(server(), 'other', 1)
    const [wanted] = await codesBy(server(), 'wanted')
    expect(wanted?.name).toBe('wanted')
    expect(await codesBy(server(), wanted?.id ?? 0)).toEqual([wanted as RedemptionObject])
  })

  it('C-642 shows users their own log entries alone', async () => {
    const [alice, bob] = [await server().member('alice'), await server().member('bob')]
    for (const [at, key] of (await makeCodes(server(), 'each', 2)).entries()) {
      await (at === 0 ? alice : bob).data('POST /api/user/topup', { key })
    }
    const ownersIn = async (call: string) => new Set((await alice.data<LogObject[]>(call)).map(({ username }) => username))
    expect(await ownersIn('GET /api/log/self/?p=0&type=0')).toEqual(new Set(['alice']))
    expect(await ownersIn('GET /api/log/self/?p=0&type=0&username=bob')).toEqual(new Set(['alice']))
    const everyone = await server().root.data<LogObject[]>('GET /api/log/?p=0&type=1')
    expect(new Set(everyone.map(({ username }) => username))).toEqual(new Set(['alice', 'bob']))
  })

  it('C-643 sums up what was spent', async () => {
    const stat = () => server().root.data<{ readonly quota: number }>('GET /api/log/stat')
    expect((await stat()).quota).toBe(0)
    const { prompt_tokens: prompt, completion_tokens: completion } = DEFAULT_USAGE
    await spend(server())
    const quota = await eventually('the spending in the log', async () => (await stat()).quota || undefined)
    expect(quota).toBe(unitsFor(prompt, completion))
  })

  it('C-644 clears the log before a moment and says how many entries went', async () => {
    const { root } = server()
    const rows = () => root.data<LogObject[]>('GET /api/log/?p=0&type=0&page_size=100')
    const before = await rows()
    expect(before.length).toBeGreaterThan(0)
    expect(await root.data<number>('DELETE /api/log/?target_timestamp=1')).toBe(0)
    expect(await rows()).toEqual(before)
    const last = Math.max(...before.map(({ created_at: time }) => time))
    expect(await root.refusal(`DELETE /api/log/?target_timestamp=${last + 3600}`)).toContain('Give a time in the past')
    // Until the clock has passed the last entry the moment is none of the past.
    const removed = await eventually('a moment after the last entry', async () => {
      const { success, data } = await root.envelope<number>(`DELETE /api/log/?target_timestamp=${last + 1}`)
      return success ? data : undefined
    })
    expect(removed).toBe(before.length)
    expect(await rows()).toEqual([])
  })
})
