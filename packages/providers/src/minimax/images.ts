import { arrayAt, figureAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { TaskCapability } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { CONTENT_FILTERED } from '@weir/dialects/model/wire-error'
import { drawnUsage } from '@weir/dialects/openai-tasks/task-usage'
import { wordTable } from '@weir/dialects/word-table'
import { unversionedUrlOf } from '../kit/base-url.ts'
import { refusedTask, replyCode } from './reply-code.ts'

/** The only shapes it makes, as width by height. */
const RATIOS = wordTable<number>({
  '1:1': 1,
  '16:9': 16 / 9,
  '9:16': 9 / 16,
  '3:2': 3 / 2,
  '2:3': 2 / 3,
  '4:3': 4 / 3,
  '3:4': 3 / 4,
  '21:9': 21 / 9,
})
const CLOSE_ENOUGH = 0.03

/** The shape of a size like 1792x1024; undefined leaves the choice to upstream. */
const ratioOf = (size: string | undefined): string | undefined => {
  const sides = /^(\d+)x(\d+)$/.exec(size ?? '')
  if (sides === null) return undefined
  const shape = Number(sides[1]) / Number(sides[2])
  return Object.entries(RATIOS).find(([, ratio]) => Math.abs(ratio - shape) <= CLOSE_ENOUGH)?.[0]
}

const decoder = new TextDecoder()

/** What its filter keeps back is left out of the list and not sold. */
const isFiltered = (json: unknown): boolean => (figureAt(objectAt(json, 'metadata'), 'failed_count') ?? 0) > 0

export const images = (defaultBaseUrl: string): TaskCapability => ({
  encode: (call, target) => {
    const ratio = ratioOf(textAt(call.body, 'size'))
    return {
      method: 'POST',
      url: `${unversionedUrlOf(target, defaultBaseUrl)}/v1/image_generation`,
      headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: mappedModel(call.model, target.modelMapping),
        prompt: textAt(call.body, 'prompt') ?? '',
        ...(ratio !== undefined && { aspect_ratio: ratio }),
        response_format: textAt(call.body, 'response_format') === 'b64_json' ? 'base64' : 'url',
        n: call.body?.['n'] ?? 1,
      }),
    }
  },
  decode: ({ bytes }) => {
    const json = parseJson(decoder.decode(bytes))
    const data = objectAt(json, 'data')
    if (replyCode(json) !== 0 || data === undefined) return refusedTask(json)
    const pictures = [
      ...arrayAt(data, 'image_urls').map((url) => ({ url })),
      ...arrayAt(data, 'image_base64').map((text) => ({ b64_json: text })),
    ]
    if (pictures.length === 0) return isFiltered(json) ? failedWith('bad-request', '', CONTENT_FILTERED) : failedWith('broken')
    const body = JSON.stringify({ created: 0, data: pictures })
    return decoded({ body, contentType: 'application/json', usage: drawnUsage(pictures.length) })
  },
})
