import type { JsonObject } from '@weir/dialects/json'
import type { Provider } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { changes, clampField, defaultField, withoutFields } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { editsInJson, fieldsOf, type PictureEdit } from '../kit/input/picture-edit.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'

const SEARCH = /-search$/

/** The name of a model with `-search` asks for its answers with sources. */
const searchWeb = (body: JsonObject, model: string): JsonObject =>
  SEARCH.test(model)
    ? defaultField('web_search', { enable: true, enable_citation: true, enable_trace: true, enable_status: false })(body, model)
    : body

/** The key may be followed by the app it belongs to. */
const headers = ({ key }: ChannelTarget): Readonly<Record<string, string>> => {
  const [token = '', app = ''] = key.split('|')
  return { authorization: `Bearer ${token.trim()}`, ...(app.trim() !== '' && { appid: app.trim() }) }
}

const EDIT_FIELDS = [
  'model',
  'prompt',
  'size',
  'n',
  'negative_prompt',
  'seed',
  'steps',
  'guidance',
  'prompt_extend',
  'watermark',
  'feature',
]
/** Unless it is told otherwise, this one draws anew what a mask shows; and it takes no pictures but by their address. */
const EDITS_BY_MASK = /irag-edit/

const editBody = ({ pictures: [image = ''], body }: PictureEdit, model: string): JsonObject => {
  const isByMask = EDITS_BY_MASK.test(model)
  if (isByMask && image.startsWith('data:')) throw new UnsupportedInput('image', 'This model takes a picture by its address only')
  return { ...(isByMask && { feature: 'variation' }), ...fieldsOf(body, EDIT_FIELDS), image }
}

const compatible = openaiProvider({
  id: 'baidu-v2',
  channelType: 47,
  path: ({ task }) => `/v2/${task}`,
  headers,
  modelName: (model) => model.replace(SEARCH, ''),
  filtersAllowedTools: true,
  adapt: changes(olderNames, searchWeb, clampField('thinking_budget', { min: 100, max: 16_384 })),
  // An answer may end with the word "normal".
  openNormalizer: lenientNormalizer(),
  // Pictures always come by their addresses.
  adaptTask: { 'images/generations': withoutFields('response_format') },
  tasks: ['embeddings', 'images/generations', 'images/edits', 'rerank'],
  codes: {
    invalid_iam_token: 'bad-credential',
    invalid_appid: 'bad-credential',
    account_overdue: 'out-of-credit',
    access_denied: 'forbidden',
    rpm_rate_limit_exceeded: 'rate-limited',
    tpm_rate_limit_exceeded: 'rate-limited',
  },
})

const edits = compatible.tasks?.['images/edits']

export const baiduV2: Provider = {
  ...compatible,
  tasks: { ...compatible.tasks, ...(edits && { 'images/edits': editsInJson(edits, { maxPictures: 1, bodyOf: editBody }) }) },
}
