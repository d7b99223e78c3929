import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, it } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf, unitsFor, type Stand } from '../harness/stand.ts'

const USAGE = { prompt_tokens: 100, completion_tokens: 10 }
const PRICE = unitsFor(100, 10)
const PARALLEL = 20

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const open = async (launcher: readonly string[] = []): Promise<Stand> => {
  const stand = await openStand({ launcher })
  cleanups.push(() => closeStand(stand))
  return stand
}

const post = ({ weir, token }: Stand, content: string, isStream: boolean): Promise<Response> =>
  fetch(`${weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: isStream, messages: [{ role: 'user', content }] }),
  })

const send = async (stand: Stand): Promise<number> => {
  const reply = await post(stand, ask({ usage: USAGE }), false)
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
  it('ST-02 refuses requests under parallel load, charges exactly those it serves, and works again once the lock is gone', async () => {
    const stand = await open()
    expect(await send(stand)).toBe(200)
    using other = new Database(join(stand.weir.dataDir, 'weir.db'))
    other.run('begin exclusive')
    const statuses: number[] = []
    const running = Array.from({ length: PARALLEL }, async () => {
      statuses.push(await send(stand))
    })
    await eventually('the first refusal', () => (statuses.length > 0 ? true : undefined))
    expect([statuses[0], stand.fake.journal.length]).toEqual([503, 1])
    other.run('rollback')
    await Promise.all(running)
    expect(await send(stand)).toBe(200)
    const served = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(PARALLEL - served)
    expect(stand.fake.journal).toHaveLength(served + 2)
    await expectExactly(stand, served + 2)
  })
})

/** Of all files of the server, in bytes. Growing beyond it fails as on a disk without room. */
const limitFiles = (stand: Stand, bytes: string): void => {
  const { exitCode, stderr } = Bun.spawnSync(['prlimit', '--pid', String(stand.weir.pid), `--fsize=${bytes}:`])
  if (exitCode !== 0) throw new Error(stderr.toString())
}

describe('a disk without room', () => {
  it('ST-01 refuses requests, books what was delivered once there is room, and needs no restart', async () => {
    // Without the trap the system would end a process that writes beyond the limit.
    const stand = await open(['bash', '-c', `trap '' XFSZ; exec "$@"`, 'bash'])
    expect(await send(stand)).toBe(200)
    const running = await post(stand, ask({ usage: USAGE, events: 3, waits: 'between-events' }), true)
    await eventually('the stream to run', () => (stand.fake.gate.waiting === 1 ? true : undefined))
    limitFiles(stand, String(statSync(join(stand.weir.dataDir, 'weir.db-wal')).size))
    const asked = stand.fake.journal.length
    expect(await send(stand)).toBe(503)
    const isReady = async () => (await fetch(`${stand.weir.url}/readyz`)).status === 200
    await eventually('the node to be taken out of service', async () => ((await isReady()) ? undefined : true))
    expect(stand.fake.journal).toHaveLength(asked)
    stand.fake.gate.open()
    expect(await running.text()).not.toContain('[DONE]')
    limitFiles(stand, 'unlimited')
    await eventually('the node to be ready again', async () => ((await isReady()) ? true : undefined))
    await eventually('the first reply after that', async () => ((await send(stand)) === 200 ? true : undefined))
    await eventually('the stream to be booked', async () => ((await selfOf(stand.root)).request_count === 3 ? true : undefined))
    await expectExactly(stand, 3)
  })
})
