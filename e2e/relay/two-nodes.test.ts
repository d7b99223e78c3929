import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { ask } from '../fake-upstream/behaviour.ts'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, closeStand, openStand, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? ''
const shared = databases.find(({ name }) => name === 'PostgreSQL')
const CALLS = 20

describe.if(REDIS_URL !== '' && shared !== undefined)('two nodes with one Redis', () => {
  let database: FreshDatabase
  let stand: Stand
  let second: Weir
  beforeAll(async () => {
    if (shared === undefined) throw new Error('no database to share')
    database = await shared.fresh()
    const environment = { ...database.environment, REDIS_CONN_STRING: REDIS_URL, SECRET_KEY_FILE: join(database.dataDir, 'secret.key') }
    stand = await openStand({ environment, dataDir: database.dataDir })
    second = await Weir.start({ environment })
  })
  afterAll(async () => {
    await second.close()
    await closeStand(stand)
    await database.drop()
  })

  const chat = (url: string, key: string, content = 'hello'): Promise<Response> =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }] }),
    })

  const atBoth = (key: string, content?: string): readonly Promise<Response>[] =>
    Array.from({ length: CALLS }, (_, index) => chat(index % 2 === 0 ? stand.weir.url : second.url, key, content))

  const set = (key: string, value: number) => stand.root.call(setOption, { body: { key, value: String(value) } })

  /** A fresh token, once both nodes tell another one the limit. */
  const keyUnder = async (option: string, value: number): Promise<string> => {
    await set(option, value)
    const probe = await stand.root.call(createToken, { body: { name: 'probe', unlimited_quota: true } })
    await eventually('both nodes to know the limit', async () => {
      const replies = await Promise.all([stand.weir.url, second.url].map((url) => chat(url, probe.key)))
      return replies.every((reply) => reply.headers.get('x-ratelimit-limit-requests') === String(value)) ? true : undefined
    })
    return (await stand.root.call(createToken, { body: { name: 'limited', unlimited_quota: true } })).key
  }

  const withStatus = (replies: readonly Response[], status: number): number => replies.filter((reply) => reply.status === status).length

  it('allow so many requests a minute together', async () => {
    const key = await keyUnder('TokenRequestsPerMinute', 7)
    const replies = await Promise.all(atBoth(key))
    expect([withStatus(replies, 200), withStatus(replies, 429)]).toEqual([7, CALLS - 7])
  })

  it('allow so many requests at once together', async () => {
    await set('TokenParallelRequests', 3)
    const key = await keyUnder('TokenRequestsPerMinute', 1000)
    let refused = 0
    const running = atBoth(key, ask({ waits: 'before-reply' })).map(async (reply) => {
      if ((await reply).status === 429) refused++
      return await reply
    })
    await eventually('all but three to be refused', () => (refused === CALLS - 3 ? true : undefined))
    await eventually('three to wait upstream', () => (stand.fake.gate.waiting === 3 ? true : undefined))
    stand.fake.gate.open()
    expect(withStatus(await Promise.all(running), 200)).toBe(3)
  })
})
