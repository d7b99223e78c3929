import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { testChannel } from '@weir/contract/channels/channel-checks'
import { LogType, listLogs } from '@weir/contract/log'
import { setOption } from '@weir/contract/site'
import { ask } from '../fake-upstream/behaviour.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf, unitsFor, type Stand } from '../harness/stand.ts'

const CALLS = 1000
const PARALLEL = 50

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => closeStand(stand))

const rowsOf = (type: number) => stand.root.call(listLogs, { query: { p: 0, page_size: 100, type, start_timestamp: 0, end_timestamp: 0 } })

const chat = () =>
  stand.openai.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: ask({ usage: { prompt_tokens: 100, completion_tokens: 10 } }) }],
  })

describe('LogConsumeEnabled', () => {
  it(`MT-20 switched off keeps ${CALLS} calls out of the log and exact in the books; channel tests stay in it`, async () => {
    await stand.root.call(setOption, { body: { key: 'LogConsumeEnabled', value: 'false' } })
    const before = await selfOf(stand.root)
    for (let done = 0; done < CALLS; done += PARALLEL) await Promise.all(Array.from({ length: PARALLEL }, chat))
    const after = await selfOf(stand.root)
    const price = unitsFor(100, 10)
    expect([before.quota - after.quota, after.used_quota, after.request_count]).toEqual([CALLS * price, CALLS * price, CALLS])
    expect(await rowsOf(LogType.consume)).toEqual([])
    await stand.root.call(testChannel, { params: { id: 1 }, query: { model: MODEL } })
    expect(await rowsOf(LogType.test)).toHaveLength(1)
    await stand.root.call(setOption, { body: { key: 'LogConsumeEnabled', value: 'true' } })
    await chat()
    expect((await rowsOf(LogType.consume)).map(({ quota }) => quota)).toEqual([price])
    expect((await runWeir(['ledger', 'verify'], stand.weir.environment)).code).toBe(0)
  }, 180_000)
})
