import { describe, expect, it } from 'bun:test'
import { listModels, getModel } from '../endpoints/models.ts'
import type { Ports } from '../ports.ts'
import type { Caller } from '../stage-types.ts'
import { chatReply, openHarness } from '../testing/harness.ts'
import { splitEffortSuffix, withEffort } from './effort-suffix.ts'

const USED = { prompt_tokens: 10, completion_tokens: 5 }
const routing = { allowsEffortSuffixes: true }

const open = (over: Partial<Parameters<typeof openHarness>[0]> = {}) =>
  openHarness({ replies: [chatReply(USED)], channels: [{ models: ['m'] }], routing, ...over })

describe('a suffix of effort', () => {
  it('is what stands behind the last hyphen', () => {
    expect(splitEffortSuffix('gpt-5-xhigh')).toEqual({ model: 'gpt-5', effort: 'xhigh' })
    expect(splitEffortSuffix('gpt-5-high')).toEqual({ model: 'gpt-5', effort: 'high' })
    expect(splitEffortSuffix('gpt-5-medium')).toEqual({ model: 'gpt-5', effort: 'medium' })
    expect(splitEffortSuffix('gpt-5-low')).toEqual({ model: 'gpt-5', effort: 'low' })
    expect(splitEffortSuffix('gpt-5-minimal')).toEqual({ model: 'gpt-5', effort: 'minimal' })
    expect(splitEffortSuffix('gpt-5-none')).toEqual({ model: 'gpt-5', effort: 'none' })
    expect(splitEffortSuffix('claude-x-thinking')).toEqual({ model: 'claude-x', effort: 'medium' })
    for (const name of ['gpt-5', 'high', '-high', 'gpt-5-higher', 'gpt-5-', 'm-constructor'])
      expect(splitEffortSuffix(name)).toBeUndefined()
  })

  it('changes nothing where a wire or a model has no word for it', () => {
    const body = { contents: [] }
    expect(withEffort('gemini', body, { model: 'gemini-1.5-pro', effort: 'high', maxOutputTokens: undefined })).toBe(body)
    expect(withEffort('compaction', body, { model: 'm', effort: 'high', maxOutputTokens: undefined })).toBe(body)
  })

  it('asks for the model without it, at that effort, and is priced as that model', async () => {
    const { call, sent, records } = open()
    const reply = await call({ model: 'm-high', temperature: 1, reasoning_effort: 'low' })
    expect([reply.status, 'x-weir-substitute' in reply.headers]).toEqual([200, false])
    expect(sent).toMatchObject([{ model: 'm', reasoning_effort: 'high', temperature: 1 }])
    expect(records[0]?.model).toBe('m')
  })

  it('works on another wire, translated or not', async () => {
    const translated = open()
    expect((await translated.respond({ model: 'm-low' })).status).toBe(200)
    expect(translated.sent).toMatchObject([{ model: 'm', reasoning_effort: 'low' }])
    const own = open({ hasOwnWires: true, replies: [{ body: { object: 'response', status: 'completed', output: [] } }] })
    await own.respond({ model: 'm-thinking', reasoning: { summary: 'auto' } })
    expect(own.sent).toMatchObject([{ model: 'm', reasoning: { summary: 'auto', effort: 'medium' } }])
  })

  it('means nothing unless the operator allows it', async () => {
    const { call } = open({ routing: {} })
    await expect(call({ model: 'm-high' })).rejects.toMatchObject({ kind: 'no-channel' })
  })

  it('gives way to a channel that has that very name', async () => {
    const { call, sent } = open({ channels: [{ models: ['m'] }, { models: ['m-high'] }] })
    await call({ model: 'm-high' })
    expect(sent).toEqual([{ model: 'm-high', messages: [{ role: 'user', content: 'hi' }] }])
  })

  it('is left out where the limits of a token are checked', async () => {
    const { call } = open({ identity: { models: ['m'] } })
    expect((await call({ model: 'm-high' })).status).toBe(200)
    const other = open({ identity: { models: ['m-high'] } })
    await expect(other.call({ model: 'm-high' })).rejects.toMatchObject({ kind: 'model-not-allowed' })
  })

  it('stays with the substitutes of the model', async () => {
    const channels = [{ models: ['m'] }, { models: ['other'] }]
    const { call, sent } = open({
      channels,
      replies: [{ status: 500 }, chatReply(USED)],
      routing: { ...routing, substitutes: { m: ['other'] } },
    })
    await call({ model: 'm-high' })
    expect(sent).toMatchObject([
      { model: 'm', reasoning_effort: 'high' },
      { model: 'other', reasoning_effort: 'high' },
    ])
  })
})

describe('effort in the words of a wire', () => {
  const asking = { maxOutputTokens: undefined, model: 'm' }

  it('stands in place of every other wish in a chat', () => {
    const body = { reasoning_effort: 'low', reasoning: { effort: 'low', exclude: true }, thinking: { type: 'disabled' }, top_p: 1 }
    expect(withEffort('chat', body, { ...asking, effort: 'high' })).toEqual({
      reasoning_effort: 'high',
      reasoning: { exclude: true },
      top_p: 1,
    })
  })

  it('is an effort or a budget of thoughts on the wire of Claude, by the model', () => {
    const body = { max_tokens: 8000, output_config: { format: 'f' } }
    expect(withEffort('messages', body, { model: 'claude-opus-4-8', effort: 'high', maxOutputTokens: 8000 })).toEqual({
      max_tokens: 8000,
      thinking: { type: 'adaptive' },
      output_config: { format: 'f', effort: 'high' },
    })
    const older = { model: 'claude-sonnet-4-5', maxOutputTokens: 8000 }
    expect(withEffort('messages', { max_tokens: 8000 }, { ...older, effort: 'high' })).toEqual({
      max_tokens: 8000,
      thinking: { type: 'enabled', budget_tokens: 4096 },
    })
    expect(withEffort('messages', { max_tokens: 3000 }, { ...older, effort: 'high', maxOutputTokens: 3000 })).toEqual({
      max_tokens: 3000,
      thinking: { type: 'enabled', budget_tokens: 1976 },
    })
    expect(withEffort('messages', {}, { ...older, effort: 'none' })).toEqual({ thinking: { type: 'disabled' } })
    const own = { thinking: { type: 'enabled', budget_tokens: 9 } }
    expect(withEffort('messages', own, { ...older, model: 'claude-3-opus', effort: 'high' })).toEqual({})
  })

  it('is a level or a budget on the wire of Gemini, by the model', () => {
    const level = withEffort('gemini', { generationConfig: { topP: 1 } }, { ...asking, model: 'gemini-3.8-pro', effort: 'low' })
    expect(level).toEqual({ generationConfig: { topP: 1, thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } } })
    const budget = withEffort('gemini', { generation_config: {} }, { ...asking, model: 'gemini-2.5-flash', effort: 'none' })
    expect(budget).toEqual({ generation_config: { thinkingConfig: { thinkingBudget: 0, includeThoughts: false } } })
  })
})

describe('the list of models', () => {
  const caller = { group: 'default', models: [] } as unknown as Caller
  const portsOf = (allowsEffortSuffixes: boolean) =>
    ({
      pool: {
        snapshot: () => ({
          modelsOf: () => ['thinker', 'plain', 'thinker-low'],
          channelsFor: (_: string, model: string) =>
            ['thinker', 'plain', 'thinker-low'].includes(model) ? [{ modelMapping: { thinker: 'deep-thinker' } }] : [],
        }),
      },
      modelFacts: (model: string, group: string) => ({ features: [model, group] }),
      routing: () => ({ allowsEffortSuffixes }),
      modelLimits: (model: string) => ({ isReasoning: model === 'thinker' }),
    }) as unknown as Ports
  const asked = { form: undefined, query: new URLSearchParams() }
  const idsOf = async (isAllowed: boolean): Promise<readonly string[]> => {
    const { data } = (await listModels(asked, caller, portsOf(isAllowed))) as { readonly data: readonly { readonly id: string }[] }
    return data.map(({ id }) => id)
  }

  it('tells of each the facts of the model by which it is charged, with an effort or without', async () => {
    const { data } = (await listModels(asked, caller, portsOf(true))) as { readonly data: readonly { readonly id: string; weir: object }[] }
    const facts = new Map(data.map(({ id, weir }) => [id, weir]))
    expect(['thinker', 'thinker-high', 'thinker-low', 'plain'].map((id) => facts.get(id))).toEqual([
      { features: ['deep-thinker', 'default'] },
      { features: ['deep-thinker', 'default'] },
      { features: ['thinker-low', 'default'] },
      { features: ['plain', 'default'] },
    ])
  })

  it('names the efforts of models that think, if the operator allows it', async () => {
    expect(await idsOf(false)).toEqual(['thinker', 'plain', 'thinker-low'])
    expect(await idsOf(true)).toEqual([
      'thinker',
      'plain',
      'thinker-low',
      'thinker-xhigh',
      'thinker-high',
      'thinker-medium',
      'thinker-minimal',
      'thinker-none',
      'thinker-thinking',
    ])
  })

  it('finds a model by such a name', async () => {
    const get = (model: string, isAllowed: boolean) => getModel({ model, form: undefined }, caller, portsOf(isAllowed))
    expect(await get('plain-high', true)).toMatchObject({ id: 'plain-high' })
    await expect(get('plain-high', false)).rejects.toMatchObject({ kind: 'model-unknown' })
    await expect(get('missing-high', true)).rejects.toMatchObject({ kind: 'model-unknown' })
  })
})
