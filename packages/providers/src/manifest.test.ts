import { describe, expect, it } from 'bun:test'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { defaultModels } from '@weir/contract/catalog/default-models'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const inOrder = (ids: Iterable<number>): readonly number[] => [...ids].toSorted((a, b) => a - b)
const known = inOrder(providers.keys())

describe('provider registry', () => {
  it('knows exactly the channel types that can be chosen', () => {
    expect(known).toEqual(channelTypes.map((type) => type.id))
  })

  it('has default models for exactly these types, also where the list is empty', () => {
    expect(inOrder(Object.keys(defaultModels).map(Number))).toEqual(known)
  })

  it('knows each by its name, which logs and figures carry', () => {
    const names = `
      1 openai, 2 api2d, 3 azure, 4 closeai, 5 openai-sb, 6 openai-max, 7 ohmygpt, 8 custom, 9 ai-ls, 10 ai-proxy,
      11 palm, 12 api2gpt, 13 aigc2d, 14 anthropic, 15 baidu, 16 zhipu, 17 ali, 18 xunfei, 19 zhinao-360, 20 openrouter,
      21 ai-proxy-library, 22 fastgpt, 23 tencent, 24 gemini, 25 moonshot, 26 baichuan, 27 minimax, 28 mistral, 29 groq, 30 ollama,
      31 yi, 32 stepfun, 33 aws, 34 coze, 35 cohere, 36 deepseek, 37 cloudflare, 38 deepl, 39 together, 40 doubao,
      41 novita, 42 vertex, 43 proxy, 44 siliconflow, 45 xai, 46 replicate, 47 baidu-v2, 48 xunfei-v2, 49 ali-bailian,
      50 openai-compatible, 51 gemini-openai, 1000 simulator`
    expect(known.map((type) => `${type} ${providers.get(type)?.id}`)).toEqual(names.split(',').map((name) => name.trim()))
  })

  it('names no provider twice', () => {
    const ids = [...providers.values()].map((provider) => provider.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('agrees with the channel types on the default address', () => {
    const elsewhere = channelTypes.filter(({ id, defaultBaseUrl }) => {
      const chat = providers.get(id)?.chat
      if (chat === undefined || chat.wire.kind === 'native' || defaultBaseUrl === '') return false
      return !chat.encode(chatCallOf(undefined, false), targetOf({}), contextOf({})).url.startsWith(`${defaultBaseUrl}/`)
    })
    expect(elsewhere).toEqual([])
  })

  it('shows a balance only where one can be asked for', () => {
    const shown = channelTypes.filter((type) => type.balanceUnit !== 'unsupported').map((type) => type.id)
    expect(shown.filter((id) => providers.get(id)?.balance === undefined)).toEqual([])
  })
})
