import { channelTypes } from '@weir/contract/catalog/channel-types'
import type { BilingualText } from '@weir/contract/catalog/channel-type'
import { defaultModels } from '@weir/contract/catalog/default-models'
import type { JsonObject } from '@weir/dialects/json'
import type { TaskCapability } from '@weir/dialects/model/provider'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { unsaidFields } from '@weir/dialects/openai-tasks/unsaid-fields'
import { providers } from '@weir/providers/index'
import { PROBE_CONTEXT, type Outcome } from './probe.ts'
import { TARGET } from './samples.ts'

/** What a caller can ask of a picture, each with a value that is no default. */
export const PICTURE_FIELDS: Readonly<JsonObject> = {
  n: 2,
  size: '1536x1024',
  quality: 'high',
  style: 'vivid',
  background: 'transparent',
  output_format: 'webp',
  seed: 7,
  negative_prompt: 'fish',
}

interface Drawing {
  readonly capability: TaskCapability
  readonly model: string
}

const callOf = (model: string, asked: JsonObject): TaskCall => {
  const body = { model, prompt: 'a weir', ...asked }
  return { task: 'images/generations', model, isStream: false, body, form: undefined, rawBody: JSON.stringify(body) }
}

const bodyOf = ({ capability }: Drawing, call: TaskCall): string | undefined => {
  try {
    return String(capability.encode(call, TARGET, PROBE_CONTEXT).body)
  } catch (error) {
    if (error instanceof UnsupportedInput) return undefined
    throw error
  }
}

/** What becomes of one field with one provider, found out by asking. */
export const pictureOutcome = (drawing: Drawing, field: string): Outcome => {
  const asked = { [field]: PICTURE_FIELDS[field] }
  const call = callOf(drawing.model, asked)
  const body = bodyOf(drawing, call)
  if (body === undefined) return 'refused'
  if (unsaidFields(drawing.capability, call, TARGET).includes(field)) return 'dropped'
  return body.includes(JSON.stringify(asked).slice(1, -1)) ? 'passed' : 'translated'
}

export interface DrawingType extends Drawing {
  readonly type: number
  readonly name: BilingualText
}

const DRAWS = /dall-e|image|cogview|flux|kolors|seedream|imagine|stable-diffusion/i

/** Every channel type that draws, with the first of its models that does. */
export const drawingTypes: readonly DrawingType[] = channelTypes.flatMap(({ id: type, name }) => {
  const capability = providers.get(type)?.tasks?.['images/generations']
  if (capability === undefined) return []
  return [{ type, name, capability, model: defaultModels[type]?.find((model) => DRAWS.test(model)) ?? 'model' }]
})
