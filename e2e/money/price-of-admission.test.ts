import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { setOption } from '@weir/contract/site'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, closeStand, openStand, ownLogs, unitsFor, type Stand } from '../harness/stand.ts'

const USAGE = { prompt_tokens: 1000, completion_tokens: 100 }
const PRICE = unitsFor(1000, 100)
const FACTOR = 7

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => closeStand(stand))

const chat = async (content: string): Promise<void> => {
  const stream = await stand.openai.chat.completions.create({ model: MODEL, stream: true, messages: [{ role: 'user', content }] })
  let isFinished = false
  for await (const chunk of stream) isFinished ||= chunk.choices[0]?.finish_reason === 'stop'
  expect(isFinished).toBe(true)
}

describe('a price that changes while a stream runs', () => {
  it('MT-19 is charged from the next request on; the running one costs what it cost when it was let in', async () => {
    const running = chat(ask({ usage: USAGE, events: 3, waits: 'between-events' }))
    await eventually('the stream to run', () => (stand.fake.gate.waiting === 1 ? true : undefined))
    await stand.root.call(setOption, { body: { key: 'GroupRatio', value: JSON.stringify({ default: FACTOR }) } })
    stand.fake.gate.open()
    await running
    await chat(ask({ usage: USAGE, events: 3 }))
    const rows = await eventually('both rows', async () => {
      const found = await ownLogs(stand.root)
      return found.length === 2 ? found : undefined
    })
    expect(rows.map(({ quota }) => quota)).toEqual([PRICE * FACTOR, PRICE])
    expect(rows.map(({ content }) => content)).toEqual([`0.075 × ${FACTOR} × 4`, '0.075 × 1 × 4'])
  })
})
