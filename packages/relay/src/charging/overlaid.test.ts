import { describe, expect, it } from 'bun:test'
import type { Channel } from '../ports.ts'
import { chatReply, openHarness } from '../testing/harness.ts'

const FREE_OF_OUTPUT = 1024

/** One unit a token in and two out. */
const heldFor = async (body: object, bodyOverrides?: Channel['bodyOverrides'], before: Partial<Channel>[] = []) => {
  const channels = [...before, bodyOverrides === undefined ? {} : { bodyOverrides }]
  const harness = openHarness({ replies: [chatReply({ prompt_tokens: 3, completion_tokens: 2 })], channels })
  await harness.call({ model: 'm', ...body })
  const hold = harness.holds[0]
  if (hold === undefined) throw new Error('nothing was held')
  return { amount: hold.amount, sent: harness.sent[0], events: harness.events, records: harness.records }
}

/** Beside fields of the same length that say nothing of the answer. */
const outputHeld = async (body: { readonly max_tokens?: number }, fields: NonNullable<Channel['bodyOverrides']>): Promise<number> => {
  const silent = { ['x'.repeat(JSON.stringify(fields).length - '{"":1}'.length)]: 1 }
  const prompt = (await heldFor(body, silent)).amount - 2 * (body.max_tokens ?? FREE_OF_OUTPUT)
  return ((await heldFor(body, fields)).amount - prompt) / 2
}

describe('the hold for a channel that lays fields over a body', () => {
  it.each([
    [{ max_tokens: 10 }, { max_tokens: 5000 }, 5000],
    [{ max_tokens: 10 }, { max_completion_tokens: 5000 }, 5000],
    [{ max_tokens: 10 }, { generationConfig: { maxOutputTokens: 5000 } }, 5000],
    [{ max_tokens: 10 }, { options: { num_predict: 5000 } }, 5000],
    [{}, { max_tokens: 5000 }, 5000],
    [{ max_tokens: 10 }, { max_tokens: null }, 1024],
    [{ max_tokens: 10 }, { generationConfig: { topK: 1 } }, 1024],
    [{ max_tokens: 4000 }, { max_tokens: null }, 4000],
    [{ max_tokens: 4000 }, { max_tokens: 10 }, 4000],
    [{ max_tokens: 10 }, { n: 3 }, 30],
    [{ max_tokens: 10 }, { max_tokens: 20, n: 3 }, 60],
    [{ max_tokens: 10 }, { temperature: 0 }, 10],
  ])('%j under %j covers an answer of %d tokens', async (body, fields, tokens) => {
    expect(await outputHeld(body, fields)).toBe(tokens)
  })

  it('covers the fields themselves, which upstream may count as prompt', async () => {
    expect((await heldFor({}, { response_format: 'x'.repeat(4000) })).amount - (await heldFor({})).amount).toBeGreaterThan(900)
  })

  it('covers the dearest of the channels, wherever it stands among them', async () => {
    const alone = (await heldFor({ max_tokens: 10 }, { max_tokens: 5000 })).amount
    expect((await heldFor({ max_tokens: 10 }, { max_tokens: 5000 }, [{}])).amount).toBe(alone)
    expect((await heldFor({ max_tokens: 10 }, undefined, [{ bodyOverrides: { max_tokens: 5000 } }])).amount).toBe(alone)
    expect((await heldFor({ max_tokens: 10 }, { max_tokens: 5000 }, [{ bodyOverrides: { n: 2 } }])).amount).toBe(alone)
  })
})

describe('the charge of a channel that lays fields over a body', () => {
  const used = { prompt_tokens: 3, completion_tokens: 40_000 }

  it('is what upstream reports within the limit that the channel set', async () => {
    const harness = openHarness({ replies: [chatReply(used)], channels: [{ bodyOverrides: { max_tokens: 50_000, temperature: null } }] })
    await harness.call({ model: 'm', max_tokens: 10, temperature: 1 })
    expect(harness.sent).toMatchObject([{ max_tokens: 50_000 }])
    expect(JSON.stringify(harness.sent)).not.toContain('temperature')
    expect(harness.events).toContain('settle:80003')
  })

  it('is still cut where the report is beyond both limits', async () => {
    const harness = openHarness({ replies: [chatReply(used)], channels: [{ bodyOverrides: { max_tokens: 20 } }] })
    await harness.call({ model: 'm', max_tokens: 10 })
    // Twice the limit and the usual slack of 1024.
    expect(harness.events).toContain(`settle:${3 + 2 * (40 + 1024)}`)
  })
})
