import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { deleteChannel, editChannel, listChannels } from '@weir/contract/channel'
import { getDashboard } from '@weir/contract/dashboard'
import { statLogs } from '@weir/contract/log'
import { createUser, editUser, listUsers } from '@weir/contract/user-admin'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const LAST_EXACT = 9_007_199_254_740_991
/** What version 0.1.0 believed when an upstream reported it. */
const INVENTED = '9007199254740980'
/** After that and a normal call of 78 units. */
const POISON = '9007199254741058'
const ALL = { p: 0, page_size: 100, type: 0, start_timestamp: 0, end_timestamp: 0 }
const NOW = Math.floor(Date.now() / 1000)

/** At one unit a token, as the row of the charge keeps it. */
const detailOf = (cost: string): string =>
  `{"price":{"model":1,"group":1,"completion":1,"cacheRead":1,"cacheWrite":1},"usage":{"input":${cost},"cacheRead":0,"cacheWrite":0,"output":0,"reasoning":0,"source":"upstream"}}`

/** The rows of an account that was charged for the invented usage and for a normal call, as that version wrote them. */
const poison = async (database: FreshDatabase, userId: number): Promise<void> => {
  await database.run(`update users set quota = -${POISON}, used_quota = ${POISON}, request_count = 2 where id = ${userId}`)
  await database.run(`update tokens set used_quota = ${POISON} where user_id = ${userId}`)
  await database.run(`update channels set used_quota = ${POISON} where id = 1`)
  for (const [index, cost] of [INVENTED, '78'].entries()) {
    await database.run(`insert into ledger_entries (user_id, token_id, channel_id, kind, amount, request_id, created_at, note)
      values (${userId}, 2, 1, 'consume', -${cost}, 'old-${index}', ${NOW}, '')`)
    await database.run(`insert into logs (user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
      completion_tokens, channel_id, request_id, elapsed_time, is_stream, system_prompt_reset, outcome, detail)
      values (${userId}, ${NOW}, 2, '', 'victim', 'default', '${MODEL}', ${cost}, ${cost}, 10, 1, 'old-${index}', 5, false, false, 'ok', '${detailOf(cost)}')`)
  }
}

for (const kind of databases) {
  describe(`a database with figures beyond 2^53, as an earlier version left it (${kind.name})`, () => {
    let database: FreshDatabase
    let stand: Stand
    let weir: Weir
    let root: ApiClient
    let victim = 0

    const chat = () =>
      openaiClient(weir.url, `sk-${stand.token.key}`).chat.completions.create({
        model: MODEL,
        messages: [{ role: 'user', content: ask({ usage: { prompt_tokens: 100, completion_tokens: 10 } }) }],
      })
    const readyz = async () => await (await fetch(`${weir.url}/readyz`)).text()

    beforeAll(async () => {
      database = await kind.fresh()
      const options = { dataDir: database.dataDir, environment: database.environment }
      stand = await openStand(options)
      await stand.root.call(createUser, { body: { username: 'victim', password: 'a password of some length', display_name: '' } })
      victim = (await stand.root.call(listUsers, { query: ALL })).find(({ username }) => username === 'victim')?.id ?? 0
      await stand.weir.stop()
      await poison(database, victim)
      weir = await Weir.start(options)
      root = await ApiClient.signIn(weir.url)
    }, 180_000)

    afterAll(async () => {
      await weir.close()
      await closeStand(stand)
      await database.drop()
    })

    it('starts, says what it found in the log and at /readyz, and stays in service', async () => {
      expect(weir.output).toContain(`figure="channel 1 (fake): used_quota ${POISON}"`)
      expect(weir.output).toContain(`figure="user ${victim} (victim): quota -${POISON}"`)
      expect((await fetch(`${weir.url}/readyz`)).status).toBe(200)
      expect(await readyz()).toBe('ready, but 4 figures are beyond 2^53: run weir ledger verify\n')
    })

    it('shows lists, sums and the dashboard', async () => {
      expect((await root.call(listChannels, { query: {} }))[0]?.used_quota).toBe(LAST_EXACT)
      expect((await root.call(listUsers, { query: ALL })).find(({ id }) => id === victim)).toMatchObject({
        quota: -LAST_EXACT,
        used_quota: LAST_EXACT,
      })
      expect(await root.call(statLogs, { query: ALL })).toMatchObject({ quota: LAST_EXACT, token: LAST_EXACT })
      expect((await root.call(getDashboard, { query: ALL })).current).toMatchObject({ requests: 2, quota: LAST_EXACT, tokens: LAST_EXACT })
    })

    it('serves requests over the channel, and lets it be changed', async () => {
      expect((await chat()).choices).toHaveLength(1)
      expect((await root.call(editChannel, { body: { id: 1, name: 'renamed' } })).name).toBe('renamed')
    })

    it('is told by ledger verify with what to do, and is sound after that was done', async () => {
      const verify = () => runWeir(['ledger', 'verify'], weir.environment)
      const first = await verify()
      expect(first.code).toBe(1)
      expect(first.stderr).toBe(
        [
          'weir: counters beyond 2^53, shown as 9007199254740991; `weir ledger reset` sets them to 0:',
          `user ${victim} (victim): used_quota ${POISON}`,
          `token 2 (default): used_quota ${POISON}`,
          'channel 1 (renamed): used_quota 9007199254741069',
          'balances beyond 2^53; set them in the console, under Users:',
          `user ${victim} (victim): quota -${POISON}`,
          '',
        ].join('\n'),
      )
      const reset = await runWeir(['ledger', 'reset'], weir.environment)
      expect([reset.code, reset.stdout.split('\n').length]).toEqual([0, 7])
      await root.call(editUser, { body: { id: victim, quota: 5 } })
      const last = await verify()
      expect([last.code, last.stdout]).toEqual([0, 'All balances agree with the ledger.\n'])
      await chat()
      expect((await root.call(listChannels, { query: {} }))[0]?.used_quota).toBe(11)
      const users = await root.call(listUsers, { query: ALL })
      expect(users.find(({ id }) => id === victim)).toMatchObject({ quota: 5, used_quota: 0, request_count: 2 })
    }, 180_000)

    it('lets the channel be deleted', async () => {
      await database.run(`update channels set used_quota = ${POISON} where id = 1`)
      await root.call(deleteChannel, { params: { id: 1 } })
      expect(await root.call(listChannels, { query: {} })).toEqual([])
    })
  })
}
