import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createChannel } from '@weir/contract/channel'
import { explainRoute } from '@weir/contract/channels/channel-checks'
import { setOption } from '@weir/contract/site'
import { startCachingUpstream, type CachingUpstream } from '../fake-upstream/caching.ts'
import { converse, type Turn } from '../harness/converse.ts'
import { MODEL, UPSTREAM_KEY, closeStand, nextLog, openStand, ownLogs, selfOf, unitsFor, type Stand } from '../harness/stand.ts'

const CACHED_MODEL = 'model-with-cache'
const LOST_MODEL = 'model-that-is-lost'
const PRICED_MODEL = 'model-with-two-prices'
const THINKING_MODEL = 'o4-mini'
const CHANNELS = 4
const CONVERSATIONS = 12
const TURNS = 4
/** 500 tokens that every conversation has of its own. */
const PARAGRAPH = 'What was agreed on before. '.repeat(74)

let stand: Stand
let upstream: CachingUpstream

beforeAll(async () => {
  stand = await openStand()
  upstream = startCachingUpstream()
  for (let channel = 0; channel < CHANNELS; channel++) {
    const body = { type: 1, name: `cache ${channel}`, key: `sk-cache-${channel}-0123456789`, base_url: upstream.url, models: CACHED_MODEL }
    await stand.root.call(createChannel, { body })
  }
  const lost = { type: 1, name: 'lost', key: 'sk-wrong-key-0123456789', base_url: stand.fake.url, models: LOST_MODEL }
  await stand.root.call(createChannel, { body: lost })
})

afterAll(async () => {
  await closeStand(stand)
  await upstream.stop()
})

const set = (key: string, value: string) => stand.root.call(setOption, { body: { key, value } })

const converseAll = async (name: string): Promise<readonly (readonly Turn[])[]> =>
  await Promise.all(
    Array.from({ length: CONVERSATIONS }, (_, at) =>
      converse({
        url: stand.weir.url,
        key: stand.token.key,
        model: CACHED_MODEL,
        instructions: `${name} ${at}: ${PARAGRAPH}`,
        topic: `Topic ${at}`,
        turns: TURNS,
      }),
    ),
  )

const channelsUsed = async (): Promise<number> => {
  const rows = (await ownLogs(stand.root)).filter(({ model_name: model }) => model === CACHED_MODEL)
  return new Set(rows.slice(0, CONVERSATIONS * TURNS).map(({ channel }) => channel)).size
}

const hasFound = ({ cachedTokens }: Turn): boolean => cachedTokens >= 500

describe('turns of a conversation', () => {
  it('find the prompt of the turn before in the cache, while many conversations use all channels', async () => {
    for (const turns of await converseAll('kept')) expect(turns.map(hasFound)).toEqual([false, true, true, true])
    expect(await channelsUsed()).toBe(4)
  })

  it('are spread by chance when the operator wants that', async () => {
    await set('CacheAffinity', 'false')
    const missed = (await converseAll('spread')).filter((turns) => !turns.slice(1).every(hasFound))
    await set('CacheAffinity', 'true')
    // All turns of one conversation on one of four channels by chance: once in 64 conversations.
    expect(missed.length).toBeGreaterThan(6)
  })
})

describe('a substitute', () => {
  const send = (path: string, body: object) =>
    fetch(`${stand.weir.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('answers in place of a model none of whose channels can, and is charged as what answered', async () => {
    const messages = [{ role: 'user', content: 'hello' }]
    expect((await send('chat/completions', { model: LOST_MODEL, messages })).status).toBe(502)
    await set('ModelSubstitutes', JSON.stringify({ [LOST_MODEL]: [MODEL] }))
    const before = { quota: (await selfOf(stand.root)).quota, rows: (await ownLogs(stand.root)).length }
    const response = await send('chat/completions', { model: LOST_MODEL, messages })
    expect([response.status, response.headers.get('x-weir-substitute')]).toEqual([200, 'gpt-4o-mini'])
    await response.text()
    const row = await nextLog(stand.root, before.rows)
    expect(row).toMatchObject({ model_name: 'gpt-4o-mini', substitute_for: LOST_MODEL, quota: unitsFor(21, 13) })
    expect((await selfOf(stand.root)).quota).toBe(before.quota - unitsFor(21, 13))
  })

  it('answers on another wire too', async () => {
    const response = await send('responses', { model: LOST_MODEL, input: 'hello' })
    expect([response.status, response.headers.get('x-weir-substitute')]).toEqual([200, 'gpt-4o-mini'])
    expect(((await response.json()) as { readonly object: string }).object).toBe('response')
  })

  it('is refused by name where the option is wrong', async () => {
    const reply = await stand.root.send(setOption, { body: { key: 'ModelSubstitutes', value: '{"a":["b","a"]}' } })
    const told = (await reply.json()) as { readonly success: boolean; readonly message: string }
    expect([told.success, told.message.includes('a.1')]).toEqual([false, true])
  })
})

describe('a group that goes by cost', () => {
  it('is served by the cheapest channel, and the explanation says what each costs', async () => {
    const add = (name: string, mapped: string, weight: number) => {
      const mapping = JSON.stringify({ [PRICED_MODEL]: mapped })
      const channel = { type: 1, name, key: UPSTREAM_KEY, base_url: stand.fake.url, models: PRICED_MODEL, model_mapping: mapping, weight }
      return stand.root.call(createChannel, { body: channel })
    }
    await add('dear', 'gpt-4o', 99)
    await add('cheap', 'gpt-4o-mini', 1)
    await set('GroupRouting', '{"default":"cost"}')
    const explained = await stand.root.call(explainRoute, { query: { model: PRICED_MODEL, group: 'default' } })
    // A thousand tokens each way: 15 and 60 cents a million, or 2.5 and 10 dollars; a dollar is 500 000 units.
    expect(explained.filter(({ order }) => order > 0).map(({ name, share, strategy, figure }) => [name, share, strategy, figure])).toEqual([
      ['cheap', 1, 'cost', 375],
      ['dear', 0, 'cost', 6250],
    ])
    const before = (await ownLogs(stand.root)).length
    await stand.openai.chat.completions.create({ model: PRICED_MODEL, messages: [{ role: 'user', content: 'hi' }] })
    expect((await nextLog(stand.root, before)).model_name).toBe('gpt-4o-mini')
    await set('GroupRouting', '{}')
  })
})

describe('a suffix of effort', () => {
  it('is understood and listed only when the operator allows it', async () => {
    const thinker = { type: 1, name: 'thinker', key: UPSTREAM_KEY, base_url: stand.fake.url, models: THINKING_MODEL }
    await stand.root.call(createChannel, { body: thinker })
    const chat = async () =>
      await stand.openai.chat.completions.create({ model: `${THINKING_MODEL}-low`, messages: [{ role: 'user', content: 'hi' }] })
    await expect(chat()).rejects.toMatchObject({ status: 503 })
    await set('EffortSuffixes', 'true')
    expect((await chat()).choices[0]?.message.content).toBe('A weir lets the river pass and knows how much.')
    expect(stand.fake.journal.at(-1)?.body).toMatchObject({ model: THINKING_MODEL, reasoning_effort: 'low' })
    expect((await stand.openai.models.retrieve(`${THINKING_MODEL}-low`)).id).toBe(`${THINKING_MODEL}-low`)
  })
})
