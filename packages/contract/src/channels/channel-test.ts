import { z } from 'zod'
import type { CatalogEntry } from '../catalog/entry.ts'
import type { Language } from '../errors.ts'
import { cleanText, epochSeconds } from '../values/quantity.ts'

/** What a test of a channel can ask for. Each is one request, judged by what it is about. */
export const PROBES = ['text', 'stream', 'tools', 'json', 'vision', 'embedding', 'rerank', 'speech', 'image'] as const

export type Probe = (typeof PROBES)[number]

export const isProbe = (name: string): name is Probe => (PROBES as readonly string[]).includes(name)

/** One probe, or every one that fits the model. */
export const askedProbe = z.enum([...PROBES, 'all'])
export const testedModel = cleanText(200).transform((model) => model.trim())

/** Whether the probe says how the channel itself does; the others ask for one ability of a model that answers. */
export const isBasicProbe = (probe: Probe): boolean => {
  switch (probe) {
    case 'text':
    case 'embedding':
    case 'rerank':
    case 'speech':
    case 'image':
      return true
    case 'stream':
    case 'tools':
    case 'json':
    case 'vision':
      return false
  }
}

const chatProbes = (can: CatalogEntry['can']): readonly Probe[] => {
  // Of a model that the catalogue does not describe nobody knows what it cannot do.
  if (can === undefined) return ['text', 'stream', 'tools', 'json', 'vision']
  const hasTools = can.includes('tools')
  return [
    'text',
    'stream',
    ...(hasTools ? (['tools'] as const) : []),
    // The lists seldom name JSON by itself: a model that takes tools writes it.
    ...(hasTools || can.includes('json') ? (['json'] as const) : []),
    ...(can.includes('vision') ? (['vision'] as const) : []),
  ]
}

/** The probes that fit a model. One that the catalogue does not know is taken for a chat model: that is what most of them are. */
export const probesOf = (entry: Pick<CatalogEntry, 'mode' | 'can'> | undefined): readonly Probe[] => {
  switch (entry?.mode) {
    case undefined:
    case 'chat':
    case 'responses':
      return chatProbes(entry?.can)
    case 'embedding':
      return ['embedding']
    case 'rerank':
      return ['rerank']
    case 'audio-speech':
      return ['speech']
    case 'image':
      return ['image']
    case 'completion':
    case 'audio-transcription':
    case 'realtime':
    case 'moderation':
      return []
  }
}

interface Words {
  readonly zh: string
  readonly en: string
}

const PROBE_NAMES: Readonly<Record<Probe, Words>> = {
  text: { zh: '文本', en: 'Text' },
  stream: { zh: '流式', en: 'Stream' },
  tools: { zh: '工具调用', en: 'Tool call' },
  json: { zh: 'JSON 输出', en: 'JSON output' },
  vision: { zh: '图像理解', en: 'Vision' },
  embedding: { zh: '嵌入', en: 'Embedding' },
  rerank: { zh: '重排序', en: 'Rerank' },
  speech: { zh: '语音合成', en: 'Speech' },
  image: { zh: '图像生成', en: 'Image' },
}

export const probeName = (probe: Probe, language: Language): string => PROBE_NAMES[probe][language]

/** Why a test failed. `none` is a test that passed; `unknown` one from before reasons were kept. */
const REASONS = {
  none: { zh: '', en: '' },
  unknown: { zh: '未记录原因', en: 'The reason was not kept' },
  'no-model': { zh: '该渠道没有适合此项测试的模型', en: 'The channel lists no model for this test' },
  'no-key': { zh: '密钥引用指向的值不存在', en: 'The reference to the key leads to nothing' },
  unsupported: { zh: '该渠道的接口不支持此项', en: 'The interface of this channel cannot do this' },
  'bad-request': { zh: '上游拒绝了请求内容', en: 'The upstream refused the request' },
  'bad-credential': { zh: '上游不接受该密钥', en: 'The upstream does not accept the key' },
  'out-of-credit': { zh: '上游账号余额或额度不足', en: 'The account at the upstream has no credit left' },
  forbidden: { zh: '该密钥无权使用此模型', en: 'The key may not use this model' },
  'rate-limited': { zh: '上游限流', en: 'The upstream limits the rate' },
  overloaded: { zh: '上游过载', en: 'The upstream is overloaded' },
  'not-found': { zh: '上游没有此模型或接口', en: 'The upstream has no such model or path' },
  unreachable: { zh: '无法连接上游', en: 'The upstream cannot be reached' },
  'too-slow': { zh: '上游响应超时', en: 'The upstream took too long' },
  broken: { zh: '上游返回的内容无法使用', en: 'The upstream sent an unusable answer' },
  'no-finish': { zh: '流没有结束标记', en: 'The stream has no finish reason' },
  'no-usage': { zh: '流没有用量', en: 'The stream reports no usage' },
  'no-tool-call': { zh: '模型没有调用工具', en: 'The model did not call the tool' },
  'bad-arguments': { zh: '工具参数不是要求的 JSON', en: 'The arguments of the tool call are not the JSON that was asked for' },
  'not-json': { zh: '回答不是 JSON 对象', en: 'The answer is not a JSON object' },
  'wrong-color': { zh: '模型没有认出图片的颜色', en: 'The model did not name the colour of the picture' },
  'no-vector': { zh: '返回中没有向量', en: 'The answer holds no vector' },
  'no-ranking': { zh: '返回中没有排序结果', en: 'The answer holds no ranking' },
  'no-audio': { zh: '返回中没有音频', en: 'The answer holds no audio' },
  'no-image': { zh: '返回中没有图片', en: 'The answer holds no picture' },
} as const satisfies Record<string, Words>

export type TestReason = keyof typeof REASONS

export const TEST_REASONS = Object.keys(REASONS) as readonly TestReason[]

export const isTestReason = (name: string): name is TestReason => name in REASONS

export const reasonText = (reason: TestReason, language: Language): string => REASONS[reason][language]

/** How a test ended. */
export const testOutcome = z.object({
  probe: z.enum(PROBES),
  model: z.string(),
  success: z.boolean(),
  reason: z.enum(TEST_REASONS as [TestReason, ...TestReason[]]),
  /** Of a passed test what came back, of a failed one upstream's own words where it gave any; free of secrets. */
  message: z.string(),
  /** Milliseconds, also of a failure. */
  response_time: z.int(),
  test_time: epochSeconds,
})
export type TestOutcome = z.output<typeof testOutcome>

/** The reason in the reader's language, with upstream's words behind it. */
export const failureText = ({ reason, message }: Pick<TestOutcome, 'reason' | 'message'>, language: Language): string => {
  if (reason === 'unknown' && message !== '') return message
  const text = reasonText(reason, language)
  if (message === '' || message === text) return text
  return `${text}${language === 'zh' ? '：' : ': '}${message}`
}
