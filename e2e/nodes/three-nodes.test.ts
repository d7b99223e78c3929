import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createBudget, getBudget } from '@weir/contract/budget'
import { createRedemptions, redeemCode } from '@weir/contract/redemption'
import { setOption } from '@weir/contract/site'
import { createToken, getToken } from '@weir/contract/token'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { runWeir } from '../harness/run-weir.ts'
import { ownLogs, selfOf, unitsFor } from '../harness/stand.ts'
import { Callers } from './answers.ts'
import { itSeesChanges } from './changes.ts'
import { FIRST_CREDIT, Nodes, REDIS_URL, canShare, chatAt, withStatus } from './nodes.ts'
import { Notices } from './notices.ts'

const CALLS = 30
const PRICE = unitsFor(100, 10)
const CONTENT = { usage: { prompt_tokens: 100, completion_tokens: 10 } } as const

describe.if(REDIS_URL !== '' && canShare)('three nodes with one PostgreSQL and one Redis', () => {
  let nodes: Nodes
  const notices = new Notices()
  beforeAll(async () => {
    nodes = await Nodes.open({ environment: { REDIS_CONN_STRING: REDIS_URL } })
    await set('MessagePusherAddress', notices.url)
  })
  afterAll(async () => {
    await nodes.close()
    await notices.stop()
  })

  itSeesChanges(() => nodes)

  const set = (key: string, value: string | number) => nodes.stand.root.call(setOption, { body: { key, value: String(value) } })
  const newToken = (name: string) => nodes.stand.root.call(createToken, { body: { name, unlimited_quota: true } })

  const untilAllTell = (key: string, limit: string | null) =>
    eventually('all nodes to know the limit', async () => {
      const replies = await Promise.all(nodes.urls.map((url) => chatAt(url, { key })))
      return replies.every(({ headers }) => headers.get('x-ratelimit-limit-requests') === limit) ? true : undefined
    })

  /** A fresh token, once all nodes tell another one the limit. */
  const keyUnder = async (limit: number): Promise<string> => {
    await set('TokenRequestsPerMinute', limit)
    const { key } = await newToken('probe')
    await untilAllTell(key, String(limit))
    return (await newToken('limited')).key
  }

  /** Sends all, waits until all but so many are refused and these wait upstream, and lets them go on. */
  const servedOf = async (key: string, most: number): Promise<readonly Response[]> => {
    let refused = 0
    const running = nodes.chats(CALLS, { key, content: ask({ ...CONTENT, waits: 'before-reply' }) }).map(async (reply) => {
      if ((await reply).status !== 200) refused++
      return await reply
    })
    await eventually(`all but ${most} to be refused`, () => (refused === CALLS - most ? true : undefined))
    await eventually(`${most} to wait upstream`, () => (nodes.stand.fake.gate.waiting === most ? true : undefined))
    nodes.stand.fake.gate.go()
    return await Promise.all(running)
  }

  it('have one budget, of which each request is taken once', async () => {
    const { id: scopeId, key } = await newToken('budgeted')
    const body = { scope: 'token', scope_id: scopeId, unit: 'requests', period: 'total', limit: 10 } as const
    const { id } = await nodes.stand.root.call(createBudget, { body })
    const other = await newToken('budgeted later')
    // Made later: who knows this one knows the other.
    await nodes.stand.root.call(createBudget, { body: { ...body, scope_id: other.id, limit: 1_000_000 } })
    await untilAllTell(other.key, '1000000')
    const replies = await Promise.all(nodes.chats(CALLS, { key }))
    expect([withStatus(replies, 200), withStatus(replies, 429)]).toEqual([10, 20])
    expect(await nodes.stand.root.call(getBudget, { params: { id } })).toMatchObject({ used: 10, reserved: 0 })
  })

  it('have one balance, which no two of them spend', async () => {
    const content = ask({ ...CONTENT, waits: 'before-reply' })
    const probe = await nodes.stand.root.call(createToken, { body: { name: 'probe', remain_quota: 1_000_000 } })
    const waiting = chatAt(nodes.urlFor(1), { key: probe.key, content })
    const held = await eventually('the hold of one request', async () => {
      const { remain_quota: left } = await nodes.stand.root.call(getToken, { params: { id: probe.id } })
      return left < 1_000_000 ? 1_000_000 - left : undefined
    })
    await eventually('it to wait upstream', () => (nodes.stand.fake.gate.waiting === 1 ? true : undefined))
    nodes.stand.fake.gate.go()
    expect((await waiting).status).toBe(200)

    // One unit more: a token that has nothing left is refused as used up, whoever holds the rest.
    const quota = 7 * held + 1
    const { id, key } = await nodes.stand.root.call(createToken, { body: { name: 'seven', remain_quota: quota } })
    const replies = await servedOf(key, 7)
    expect([withStatus(replies, 200), withStatus(replies, 403)]).toEqual([7, 23])
    const token = await nodes.stand.root.call(getToken, { params: { id } })
    expect([token.remain_quota, token.used_quota]).toEqual([quota - 7 * PRICE, 7 * PRICE])
  })

  it('have one rate limit', async () => {
    const key = await keyUnder(7)
    const replies = await Promise.all(nodes.chats(CALLS, { key }))
    expect([withStatus(replies, 200), withStatus(replies, 429)]).toEqual([7, 23])
  })

  it('have one limit of requests at once', async () => {
    await set('TokenParallelRequests', 3)
    const key = await keyUnder(1000)
    expect(withStatus(await servedOf(key, 3), 200)).toBe(3)
    await set('TokenParallelRequests', 0)
    await set('TokenRequestsPerMinute', 0)
    await untilAllTell(key, null)
  })

  it('redeem a code once, whichever of them is asked', async () => {
    const [key = ''] = await nodes.stand.root.call(createRedemptions, { body: { name: 'once', quota: 4321 } })
    const before = await selfOf(nodes.stand.root)
    const clients = nodes.urls.map((url) => new ApiClient(url, nodes.stand.root.cookie))
    const answers = await Promise.all(
      [...clients, ...clients].map((client) => client.call(redeemCode, { body: { key } }).catch(() => 'no')),
    )
    expect(answers.toSorted()).toEqual([4321, 'no', 'no', 'no', 'no', 'no'])
    expect((await selfOf(nodes.stand.root)).quota).toBe(before.quota + 4321)
  })

  it('settle what a killed one had open, to the unit, and each of its requests once', async () => {
    const { database, stand, weirs } = nodes
    const { key } = await newToken('last')
    const before = await selfOf(stand.root)
    const last = weirs[2]
    if (last === undefined) throw new Error('there are three')
    for (let call = 0; call < 5; call++) expect((await chatAt(last.url, { key, content: ask(CONTENT) })).status).toBe(200)
    const words = { text: 'water '.repeat(8000), events: 4, waits: 'between-events' } as const
    const stream = await chatAt(last.url, { key, content: ask(words), isStream: true })
    const reading = stream.text().catch(() => 'broken')
    await eventually('the second event to wait', () => (stand.fake.gate.waiting === 1 ? true : undefined))
    stand.fake.gate.go()
    await eventually('a checkpoint', async () => ((await database.count('reservations where progress_cost > 0')) === 1 ? true : undefined))
    const silent = Array.from({ length: 4 }, () =>
      chatAt(last.url, { key, content: ask({ waits: 'before-reply' }) }).catch(() => undefined),
    )
    await eventually('five open requests', () => (stand.fake.gate.waiting === 5 ? true : undefined))
    await last.kill()
    expect(await reading).not.toContain('[DONE]')
    expect(await Promise.all(silent)).toEqual([undefined, undefined, undefined, undefined])
    expect(await database.count('reservations')).toBe(5)

    // Two minutes later.
    await database.run('update nodes set seen_at = seen_at - 121 where node_id in (select node_id from reservations)')
    await database.run('update reservations set created_at = created_at - 121')
    await eventually('another node to settle them', async () => ((await database.count('reservations')) === 0 ? true : undefined))
    const after = await selfOf(stand.root)
    const cut = (await ownLogs(stand.root))
      .filter(({ quota }) => quota > 0)
      .find(({ token_name: name, quota }) => name === 'last' && quota !== PRICE)
    // Two of four events came, 4000 words: each a token, or 0.38 tokens for each of their 24 000 bytes while the tokenizer is not ready.
    expect(cut?.completion_tokens).toBeGreaterThanOrEqual(4000)
    expect(cut?.completion_tokens).toBeLessThanOrEqual(9120)
    expect([after.used_quota - before.used_quota, after.request_count - before.request_count]).toEqual([5 * PRICE + (cut?.quota ?? 0), 6])
    expect(await database.count("logs where token_name = 'last' and type = 2")).toBe(6)
    expect(after.quota + after.used_quota).toBe(FIRST_CREDIT + 4321)
    expect(await runWeir(['ledger', 'verify'], stand.weir.environment)).toEqual({
      code: 0,
      stdout: 'All balances agree with the ledger.\n',
      stderr: '',
    })
  })

  it('do a job once: of a budget that was used up one of them has told, and no other', async () => {
    await eventually('the notice', () => (notices.texts.length > 0 ? true : undefined))
    expect(notices.texts.filter((text) => text.includes('budgeted'))).toHaveLength(1)
  })
})

describe.if(canShare)('three nodes with one PostgreSQL alone', () => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await Nodes.open()
  })
  afterAll(() => nodes.close())

  itSeesChanges(() => nodes)

  it('serve on while a newer version adds tables and columns', async () => {
    const { database, stand } = nodes
    const callers = new Callers({ nodes, key: stand.token.key, content: ask(CONTENT), callers: 6, asksForBoth: true })
    const goOn = async (): Promise<void> => {
      const enough = callers.whole + 30
      await eventually('thirty more answers', () => (callers.whole >= enough ? true : undefined))
    }
    await goOn()
    for (const table of ['users', 'tokens', 'channels', 'options', 'budgets', 'logs', 'ledger_entries', 'reservations', 'nodes'])
      await database.run(`alter table ${table} add column later text`)
    await database.run('create table later (id bigint primary key)')
    await database.run("insert into migrations (name, applied_at) values ('9999-later', 1)")
    await goOn()
    await stand.root.call(setOption, { body: { key: 'SystemName', value: 'later' } })
    await callers.end()
    expect(callers.answers.filter(({ isWhole }) => !isWhole)).toEqual([])
    expect(await database.count("logs where token_name = 'first' and type = 2 and outcome = 'ok'")).toBe(callers.answers.length)
  })
})
