import { z, type ZodType } from 'zod'
import { Refused } from '../native-server.ts'
import { imageOfDataUrl } from '../script.ts'
import type { Asked, SeenImage } from '../turn.ts'

const numbers = {
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
}

const asked = (text: string, image: SeenImage | undefined): Asked => ({ text, tools: [], results: [], image, wantsJson: false })

const llama = z
  .strictObject({
    ...numbers,
    prompt: z.string().min(1),
    system_prompt: z.string().optional(),
    prompt_template: z.string().optional(),
    max_tokens: z.int().positive().optional(),
    top_k: z.int().optional(),
    stop_sequences: z.string().optional(),
    seed: z.int().optional(),
  })
  .transform(({ prompt }) => asked(prompt, undefined))

const turn = z.strictObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string() })

/** With a list of messages the prompt is not looked at. */
const openai = z
  .strictObject({
    ...numbers,
    prompt: z.string().optional(),
    system_prompt: z.string().optional(),
    messages: z.array(turn).default([]),
    image_input: z.array(z.url()).default([]),
    max_completion_tokens: z.int().positive().optional(),
  })
  .transform(({ prompt = '', messages, image_input: images }) =>
    asked(messages.at(-1)?.content ?? prompt, images[0] === undefined ? undefined : (imageOfDataUrl(images[0]) ?? { address: images[0] })),
  )

/** Each model has a schema of its own for what it takes. */
const MODELS: Readonly<Record<string, ZodType<Asked>>> = {
  'meta/meta-llama-3-70b-instruct': llama,
  'openai/gpt-4o-mini': openai,
}

export const inputOf = (model: string, input: object): Asked => {
  const schema = MODELS[model]
  if (schema === undefined) throw new Refused(404, 'The requested resource could not be found.')
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refused(422, `- input.${issue?.path.join('.')}: ${issue?.message}\n`)
}
