import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../harness/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf, unitsFor, type Stand } from '../harness/stand.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 10 }
const PRICE = unitsFor(100, 10)

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const open = async (): Promise<Stand> => {
  const stand = await openStand()
  cleanups.push(() => closeStand(stand))
  return stand
}

const send = async ({ weir, token }: Stand): Promise<number> => {
  const reply = await fetch(`${weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: ask({ usage: USAGE }) }] }),
  })
  await reply.text()
  return reply.status
}

/** Served requests are charged, refused ones are not, and the books agree. */
const expectExactly = async (stand: Stand, served: number): Promise<void> => {
  const self = await selfOf(stand.root)
  expect([self.used_quota, self.request_count]).toEqual([served * PRICE, served])
  expect((await runWeir(['ledger', 'verify'], stand.weir.environment)).code).toBe(0)
}

describe('a SQLite file that another process has locked', () => {
  it('ST-02 refuses requests, serves none for nothing, and works again once the lock is gone', async () => {
    const stand = await open()
    expect(await send(stand)).toBe(200)
    using other = new Database(join(stand.weir.dataDir, 'weir.db'))
    other.run('begin exclusive')
    const asked = stand.fake.journal.length
    expect(await send(stand)).toBe(503)
    expect(stand.fake.journal).toHaveLength(asked)
    other.run('rollback')
    await eventually('the first reply after the lock', async () => ((await send(stand)) === 200 ? true : undefined))
    await expectExactly(stand, 2)
  }, 30_000)
})
