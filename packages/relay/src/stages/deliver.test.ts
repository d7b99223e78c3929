import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { sse, openHarness } from '../testing/harness.ts'

const BEGUN = sse({ choices: [{ delta: { content: 'one two three' } }] })

const begin = async (line: ReturnType<typeof openHarness>): Promise<void> => {
  const { body } = await line.call({ model: 'm', stream: true })
  if (!(body instanceof ReadableStream)) throw new Error('the reply is no stream')
  await body.getReader().read()
}

describe('a stream that falls silent after its first words', () => {
  it('has a checkpoint of them, counted', async () => {
    const line = openHarness({ replies: [{ chunks: [BEGUN], isOpenEnded: true }] })
    await begin(line)
    line.fireTimersOf(4000)
    await nextTurn()
    expect(line.notes.map(({ record }) => record)).toMatchObject([{ outcome: 'cut', completionTokens: 13 }])
  })

  it('has one by their size when the counter does not answer within half a second', async () => {
    const line = openHarness({ replies: [{ chunks: [BEGUN], isOpenEnded: true }], countTokens: () => new Promise(() => undefined) })
    await begin(line)
    line.fireTimersOf(4000)
    await nextTurn()
    expect(line.notes).toEqual([])
    line.fireTimersOf(500)
    await nextTurn()
    // 13 bytes, at 0.38 tokens for each.
    expect(line.notes.map(({ record }) => record)).toMatchObject([
      { outcome: 'cut', completionTokens: 5, detail: { usage: { source: 'estimate' } } },
    ])
    expect(line.notes[0]?.record.promptTokens).toBeGreaterThan(0)
  })
})
