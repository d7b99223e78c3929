import { describe, expect, it } from 'bun:test'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { channelKindOf } from './channel-kind.ts'

const kindOf = (family: 'one-api' | 'new-api', row: Readonly<Record<string, string>>) => channelKindOf({ id: '1', ...row }, family)

describe('a channel of new-api', () => {
  it.each([
    ['4', 'Ollama', ''],
    ['27', 'OpenAI-compatible', 'https://api.perplexity.ai'],
    ['40', 'SiliconFlow', ''],
    ['49', 'Coze', 'https://api.coze.cn'],
  ])('of type %s is one of %s, and sends to the same place', (type, name, baseUrl) => {
    const kind = kindOf('new-api', { type, base_url: '' })
    expect(channelTypeById(kind.type)?.name.en).toBe(name)
    expect(kind.baseUrl).toBe(baseUrl)
    expect(kindOf('new-api', { type, base_url: 'https://own.example' }).baseUrl).toBe('https://own.example')
  })

  it('tells what its number has become', () => {
    expect(kindOf('new-api', { type: '43' })).toMatchObject({ change: 'its type 43 is 36 (DeepSeek) here', obstacle: '' })
    expect(kindOf('new-api', { type: '24' })).toMatchObject({ change: '', obstacle: '' })
  })

  it.each(['0', '2', '36', '51', '52'])('of type %s goes off, and its key to nobody that the operator did not name', (type) => {
    expect(kindOf('new-api', { type, base_url: '' })).toMatchObject({
      type: 8,
      baseUrl: '',
      obstacle: `the type ${type} of new-api is not known here`,
    })
  })

  it('has the account of Cloudflare and the bot of Coze beside its address', () => {
    expect(kindOf('new-api', { type: '39', other: ' acc-1 ' }).config).toBe('{"user_id":"acc-1"}')
    expect(kindOf('new-api', { type: '49', other: '747' }).obstacle).toBe('the bot 747 has to be the name of a model here')
  })

  it('may name a plan where others have an address', () => {
    expect(kindOf('new-api', { type: '26', base_url: 'glm-coding-plan' })).toMatchObject({
      type: 50,
      baseUrl: 'https://open.bigmodel.cn/api/coding/paas/v4',
      change: 'its type 26 at glm-coding-plan is 50 (OpenAI-compatible) here',
    })
  })
})

it('keeps the numbers of one-api, which are those of this program', () => {
  for (const type of ['2', '4', '34', '43', '51']) expect(kindOf('one-api', { type })).toMatchObject({ type: Number(type), obstacle: '' })
  expect(kindOf('one-api', { type: '52' })).toMatchObject({ type: 52, obstacle: 'the type 52 is not known here' })
})
