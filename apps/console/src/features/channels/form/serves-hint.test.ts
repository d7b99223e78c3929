import { expect, it } from 'bun:test'
import { en } from '../../../shared/i18n/en.ts'
import { translatorFor } from '../../../shared/i18n/translate.ts'
import { zh } from '../../../shared/i18n/zh.ts'
import { servesHint } from './serves-hint.ts'

it.each([
  [
    1,
    '直接提供 OpenAI Chat、OpenAI Responses、OpenAI Realtime，其他接口由网关转换。',
    'Native: OpenAI Chat, OpenAI Responses, OpenAI Realtime. Other APIs are translated by the gateway.',
  ],
  [14, '直接提供 Anthropic Messages，其他接口由网关转换。', 'Native: Anthropic Messages. Other APIs are translated by the gateway.'],
  [30, '所有接口都由网关转换。', 'Every API is translated.'],
])('of type %p is told', (type, chinese, english) => {
  expect([servesHint(type, translatorFor(zh)), servesHint(type, translatorFor(en))]).toEqual([chinese, english])
})
