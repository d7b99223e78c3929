import { afterEach, describe, expect, it } from 'bun:test'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, nextLog, openStand, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'
import { ApiClient } from '../harness/api-client.ts'

const open: Stand[] = []

afterEach(async () => {
  for (const stand of open.splice(0)) await closeStand(stand)
})

const openWith = async (environment: Readonly<Record<string, string>>): Promise<Stand> => {
  const stand = await openStand({ environment })
  open.push(stand)
  return stand
}

const stream = (stand: Stand, content: string): Promise<Response> =>
  fetch(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content }] }),
  })

const statusAt = async (stand: Stand, path: string): Promise<number> => (await fetch(`${stand.weir.url}${path}`)).status

const stopping = (stand: Stand) =>
  eventually('the server stops', async () => ((await statusAt(stand, '/readyz')) === 503 ? true : undefined))

describe('a server asked to end while a stream runs', () => {
  it('says so at once, refuses what is new and stays alive for the stream', async () => {
    const stand = await openWith({})
    const running = await stream(stand, ask({ events: 3, waits: 'between-events', text: 'one two three' }))
    const ended = stand.weir.stop()
    await stopping(stand)
    expect(await statusAt(stand, '/healthz')).toBe(200)
    const refused = await stream(stand, 'hello')
    expect(refused.status).toBe(503)
    expect(await refused.text()).toContain('shutting_down')
    stand.fake.gate.open()
    expect(await running.text()).toEndWith('data: [DONE]\n\n')
    expect(await ended).toBe(0)
  })

  it('cuts it with an error frame when the time is over, charges what was delivered and ends with 0', async () => {
    const dataKeeper = await openWith({ DRAIN_TIMEOUT: '1' })
    const { weir } = dataKeeper
    const running = await stream(dataKeeper, ask({ events: 3, waits: 'between-events', text: 'one two three' }))
    const ended = weir.stop()
    const text = await running.text()
    expect(text).toContain('"shutting_down"')
    expect(text).not.toContain('[DONE]')
    expect(await ended).toBe(0)
    expect(await runWeir(['ledger', 'verify'], weir.environment)).toMatchObject({ code: 0 })
    const again = await Weir.start({ dataDir: weir.dataDir, environment: weir.environment })
    try {
      const row = await nextLog(await ApiClient.signIn(again.url), 0)
      expect(row).toMatchObject({ type: 2, model_name: MODEL, is_stream: true })
      expect(row.quota).toBeGreaterThan(0)
    } finally {
      await again.close()
    }
  })

  it('takes a second signal for what it is', async () => {
    const stand = await openWith({ DRAIN_TIMEOUT: '60' })
    const running = await stream(stand, ask({ events: 2, waits: 'between-events', text: 'one two' }))
    stand.weir.signal('SIGTERM')
    await stopping(stand)
    stand.weir.signal('SIGINT')
    await eventually('the second signal is heard', () => (stand.weir.output.includes('already stopping') ? true : undefined))
    stand.fake.gate.open()
    expect(await running.text()).toContain('[DONE]')
    expect(await stand.weir.ended).toBe(0)
  })
})
