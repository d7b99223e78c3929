import { afterEach, describe, expect, it } from 'bun:test'
import { setOption } from '@weir/contract/site'
import { createToken } from '@weir/contract/token'
import { createUser, editUser, searchUsers } from '@weir/contract/user-admin'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases } from '../harness/databases.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { untilAllKnow } from '../harness/workers.ts'
import { MODEL, openStand, selfOf, type Stand } from '../harness/stand.ts'

const PARALLEL = 500
const PAID_FOR = 10
const PASSWORD = 'a long enough one'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const send = (url: string, key: string, content: string): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }], max_tokens: 10 }),
  })

/** With one unit per token in and out, what is held for a request is a number of tokens, and the fake can report exactly that many. */
const priceAtOne = async (root: ApiClient): Promise<void> => {
  for (const key of ['ModelRatio', 'CompletionRatio']) await root.call(setOption, { body: { key, value: JSON.stringify({ [MODEL]: 1 }) } })
  await root.call(setOption, { body: { key: 'PreConsumedQuota', value: '0' } })
}

const userWith = async (stand: Stand, username: string, quota: number): Promise<ApiClient> => {
  await stand.root.call(createUser, { body: { username, password: PASSWORD } })
  const [user] = await stand.root.call(searchUsers, { query: { keyword: username } })
  if (user === undefined) throw new Error(`${username} was not created`)
  await stand.root.call(editUser, { body: { id: user.id, quota } })
  return await ApiClient.signIn(stand.weir.url, username, PASSWORD)
}

const content = (tokens: number): string => ask({ usage: { prompt_tokens: tokens, completion_tokens: 0 }, waits: 'before-reply' })

/** How much is held for one request: the balance while it waits tells. The figure in the text does not change its length. */
const holdOf = async (stand: Stand): Promise<number> => {
  const rich = await userWith(stand, 'rich', 1_000_000)
  const { key } = await rich.call(createToken, { body: { name: 'probe', unlimited_quota: true } })
  const pending = send(stand.weir.url, key, content(100))
  const held = await eventually('the hold', async () => {
    const { quota } = await selfOf(rich)
    return quota < 1_000_000 ? 1_000_000 - quota : undefined
  })
  await eventually('the request to wait upstream', () => (stand.fake.gate.waiting === 1 ? true : undefined))
  stand.fake.gate.go()
  expect((await pending).status).toBe(200)
  return held
}

const statusesOf = async (stand: Stand, key: string, price: number): Promise<readonly number[]> => {
  const replies = Array.from({ length: PARALLEL }, () => send(stand.weir.url, key, content(price)))
  await eventually('everyone who may wait to wait', () => (stand.fake.gate.waiting === PAID_FOR ? true : undefined))
  const refused = new Promise<void>((resolve) => {
    let left = PARALLEL - PAID_FOR
    for (const reply of replies) void reply.then((response) => response.status !== 200 && --left === 0 && resolve())
  })
  await refused
  stand.fake.gate.open()
  const responses = await Promise.all(replies)
  await Promise.all(responses.map((response) => response.text()))
  return responses.map((response) => response.status)
}

const served = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length
const refused = (statuses: readonly number[]): number => statuses.filter((status) => status === 403 || status === 401).length

for (const kind of databases) {
  for (const workers of [1, 4]) {
    describe(`${PARALLEL} parallel requests on ${kind.name} with ${workers} worker${workers === 1 ? '' : 's'}`, () => {
      const open = async (): Promise<Stand> => {
        const database = await kind.fresh()
        cleanups.push(() => database.drop())
        const stand = await openStand({ dataDir: database.dataDir, environment: { ...database.environment, WORKERS: String(workers) } })
        cleanups.push(
          () => stand.fake.stop(),
          () => stand.weir.close(),
        )
        await priceAtOne(stand.root)
        await untilAllKnow(stand)
        return stand
      }

      it('are served exactly as often as the balance pays for', async () => {
        const stand = await open()
        const price = await holdOf(stand)
        const user = await userWith(stand, 'poor', price * PAID_FOR)
        const { key } = await user.call(createToken, { body: { name: 'all', unlimited_quota: true } })
        const statuses = await statusesOf(stand, key, price)
        expect([served(statuses), refused(statuses)]).toEqual([PAID_FOR, PARALLEL - PAID_FOR])
        const self = await selfOf(user)
        expect([self.quota, self.used_quota, self.request_count]).toEqual([0, price * PAID_FOR, PAID_FOR])
        expect((await runWeir(['ledger', 'verify'], stand.weir.environment)).code).toBe(0)
      }, 180_000)

      it('are served exactly as often as the token pays for, however rich its owner', async () => {
        const stand = await open()
        const price = await holdOf(stand)
        const token = await stand.root.call(createToken, { body: { name: 'small', remain_quota: price * PAID_FOR } })
        const statuses = await statusesOf(stand, token.key, price)
        expect([served(statuses), refused(statuses)]).toEqual([PAID_FOR, PARALLEL - PAID_FOR])
        expect((await runWeir(['ledger', 'verify'], stand.weir.environment)).code).toBe(0)
      }, 180_000)
    })
  }
}
