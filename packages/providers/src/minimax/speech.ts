import { figureAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded } from '@weir/dialects/model/event'
import type { TaskCapability } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { wordTable } from '@weir/dialects/word-table'
import { unversionedUrlOf } from '../kit/base-url.ts'
import { refusedTask, replyCode } from './reply-code.ts'

/** OpenAI's voices by the nearest one here. */
const VOICES = wordTable<string>({
  alloy: 'male-qn-qingse',
  echo: 'male-qn-jingying',
  fable: 'female-shaonv',
  onyx: 'male-qn-badao',
  nova: 'female-yujie',
  shimmer: 'female-tianmei',
})

const CONTENT_TYPES = wordTable<string>({ mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', pcm: 'audio/pcm' })

/** Formats it does not make become the first that every player knows. */
const formatOf = (wanted: string | undefined): string => (wanted !== undefined && Object.hasOwn(CONTENT_TYPES, wanted) ? wanted : 'mp3')

const decoder = new TextDecoder()

export const speech = (defaultBaseUrl: string): TaskCapability => ({
  encode: (call, target) => {
    const voice = textAt(call.body, 'voice') ?? 'alloy'
    const speed = call.body?.['speed']
    return {
      method: 'POST',
      url: `${unversionedUrlOf(target, defaultBaseUrl)}/v1/t2a_v2`,
      headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: mappedModel(call.model, target.modelMapping),
        text: textAt(call.body, 'input') ?? '',
        stream: false,
        output_format: 'hex',
        voice_setting: {
          voice_id: VOICES[voice] ?? voice,
          speed: typeof speed === 'number' ? Math.min(2, Math.max(0.5, speed)) : 1,
          vol: 1,
          pitch: 0,
        },
        audio_setting: { format: formatOf(textAt(call.body, 'response_format')), sample_rate: 32_000, bitrate: 128_000, channel: 1 },
      }),
    }
  },
  decode: ({ bytes }, call) => {
    const json = parseJson(decoder.decode(bytes))
    const audio = textAt(objectAt(json, 'data'), 'audio')
    if (replyCode(json) !== 0 || audio === undefined) return refusedTask(json)
    const input = figureAt(objectAt(json, 'extra_info'), 'usage_characters')
    return decoded({
      body: new Uint8Array(Buffer.from(audio, 'hex')),
      contentType: CONTENT_TYPES[formatOf(textAt(call.body, 'response_format'))] ?? 'audio/mpeg',
      usage:
        input === undefined
          ? undefined
          : { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, unit: 'character', source: 'upstream' },
    })
  },
})
