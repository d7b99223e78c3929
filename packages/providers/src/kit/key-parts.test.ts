import { expect, it } from 'bun:test'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { providers } from '../index.ts'
import { chatCallOf } from './conformance/expectation.ts'
import { keyParts } from './key-parts.ts'

it('has as many parts as it needs, without blanks around them', () => {
  expect(keyParts(' a | b ', 2)).toEqual(['a', 'b'])
  expect(keyParts('id.secret', 2, '.')).toEqual(['id', 'secret'])
})

const context = { now: 0, nonce: () => '', accessToken: '' }
const target = (key: string) => ({ baseUrl: '', key, other: '', config: {}, modelMapping: {}, systemPrompt: '' })
const chatWith = (type: number, model: string, key: string) => () =>
  providers.get(type)?.chat?.encode(chatCallOf({ model, messages: [{ role: 'user', content: 'Hi' }] }, false), target(key), context)
const tokenWith = (key: string) => () => providers.get(15)?.access?.request(target(key), context)

it.each([
  ['Baidu', tokenWith('a|b|c')],
  ['Baidu', tokenWith('a|')],
  ['Xunfei', chatWith(18, 'Spark-Lite', 'a|b')],
  ['Xunfei', chatWith(18, 'Spark-Lite', 'a|b|c|d')],
  ['Zhipu', chatWith(16, 'chatglm_pro', 'plain')],
  ['Tencent', chatWith(23, 'hunyuan-lite', 'a||c')],
])('is not sent to %s with another number of parts', (_, ask) => {
  expect(ask).toThrow(UnusableKey)
})
