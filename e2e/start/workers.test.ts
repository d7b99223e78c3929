import { afterEach, describe, expect, it } from 'bun:test'
import { rmSync } from 'node:fs'
import { editChannel, listChannels } from '@weir/contract/channel'
import { editToken } from '@weir/contract/token'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { temporaryFolder } from '../harness/product.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf, type Stand } from '../harness/stand.ts'
import { childrenOf } from '../harness/workers.ts'

const WORKERS = 2
const CALLS = 24

const open: Stand[] = []

afterEach(async () => {
  for (const stand of open.splice(0)) await closeStand(stand)
})

const openWorkers = async (): Promise<Stand> => {
  const stand = await openStand({ environment: { WORKERS: String(WORKERS) } })
  open.push(stand)
  return stand
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Every call on a connection of its own, so that the system spreads them over the workers. */
const chat = (stand: Stand, content = 'hello', isStream = false): Promise<Response> =>
  fetch(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    keepalive: false,
    headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ model: MODEL, stream: isStream, messages: [{ role: 'user', content }] }),
  })

const chats = async (stand: Stand): Promise<ReadonlySet<number>> => {
  const replies = await Promise.all(Array.from({ length: CALLS }, () => chat(stand)))
  return new Set(replies.map(({ status }) => status))
}

const untilAll = (stand: Stand, status: number): Promise<true> =>
  eventually(`all workers to answer ${status}`, async () => {
    const found = await chats(stand)
    return found.size === 1 && found.has(status) ? true : undefined
  })

const figures = async (stand: Stand): Promise<string> => await (await fetch(`${stand.weir.url}/metrics`)).text()

const served = (text: string): readonly number[] =>
  Array.from({ length: WORKERS }, (_, worker) =>
    Number(
      text.match(
        new RegExp(`^weir_relay_requests_total\\{endpoint="chat/completions",status="200",worker="${worker}"\\} (\\d+)$`, 'm'),
      )?.[1] ?? 0,
    ),
  )

describe('several workers', () => {
  it('share the port and the books, and any of them gives the figures of all', async () => {
    const stand = await openWorkers()
    expect(childrenOf(stand.weir.pid)).toHaveLength(WORKERS)
    expect(await chats(stand)).toEqual(new Set([200]))
    const counts = await eventually('the figures of all workers', async () => {
      const found = served(await figures(stand))
      return found.reduce((sum, count) => sum + count, 0) === CALLS ? found : undefined
    })
    expect(counts.every((count) => count > 0)).toBe(true)
    expect((await selfOf(stand.root)).request_count).toBe(CALLS)
    expect(await stand.weir.stop()).toBe(0)
    expect(await runWeir(['ledger', 'verify'], stand.weir.environment)).toMatchObject({ code: 0 })
  })

  it('all know within a second that a token or a channel was switched off', async () => {
    const stand = await openWorkers()
    await chats(stand)
    const { id } = stand.token
    await stand.root.call(editToken, { body: { id, status: 2 }, query: { status_only: 'true' } })
    await untilAll(stand, 401)
    await stand.root.call(editToken, { body: { id, status: 1 }, query: { status_only: 'true' } })
    await untilAll(stand, 200)
    const [channel] = await stand.root.call(listChannels, { query: { p: 0 } })
    await stand.root.call(editChannel, { body: { id: channel?.id ?? 0, status: 2 } })
    await untilAll(stand, 503)
  })

  it('replace one that dies, and give back what it held', async () => {
    const stand = await openWorkers()
    const before = await selfOf(stand.root)
    const held = Array.from({ length: 8 }, () => chat(stand, ask({ waits: 'before-reply' })).catch(() => undefined))
    await eventually('all requests wait upstream', () => (stand.fake.gate.waiting === held.length ? true : undefined))
    expect((await selfOf(stand.root)).quota).toBeLessThan(before.quota)
    const pids = childrenOf(stand.weir.pid)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await Promise.all(held)
    await eventually('new workers', () => {
      const now = childrenOf(stand.weir.pid)
      return now.length === WORKERS && now.every((pid) => !pids.includes(pid)) ? true : undefined
    })
    const after = await eventually('the holds to come back', async () => {
      const self = await selfOf(stand.root).catch(() => undefined)
      return self?.quota === before.quota ? self : undefined
    })
    expect(after.used_quota).toBe(before.used_quota)
    stand.fake.gate.open()
    expect(await chats(stand)).toEqual(new Set([200]))
  })

  it('are replaced however often they die together', async () => {
    const stand = await openWorkers()
    for (let round = 0; round < 4; round++) {
      const pids = childrenOf(stand.weir.pid)
      expect(pids).toHaveLength(WORKERS)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await eventually('new workers', () => {
        const now = childrenOf(stand.weir.pid)
        return now.length === WORKERS && now.every((pid) => !pids.includes(pid)) ? true : undefined
      })
    }
    const served = await eventually('them to serve', () => chats(stand).catch(() => undefined))
    expect(served).toEqual(new Set([200]))
  })

  it('do not share the port with a stranger, and say so in one line', async () => {
    const { weir } = await openWorkers()
    const { port } = new URL(weir.url)
    const dataDir = temporaryFolder()
    const second = await runWeir(['start'], { PORT: port, DATA_DIR: dataDir, WORKERS: String(WORKERS) })
    rmSync(dataDir, { recursive: true })
    expect([second.code, second.stderr]).toEqual([1, `weir: port ${port} is in use: stop the other program, or set PORT\n`])
  })

  it('end when the supervisor is killed', async () => {
    const stand = await openWorkers()
    const pids = childrenOf(stand.weir.pid)
    await stand.weir.kill()
    await eventually('the workers to end', () => (pids.some(isAlive) ? undefined : true))
  })

  it('let a running stream end before they end', async () => {
    const stand = await openWorkers()
    const running = await chat(stand, ask({ events: 3, waits: 'between-events', text: 'one two three' }), true)
    const ended = stand.weir.stop()
    stand.fake.gate.open()
    expect(await running.text()).toEndWith('data: [DONE]\n\n')
    expect(await ended).toBe(0)
  })
})
