/** What an upstream says it has counted. */
export interface Figures {
  readonly prompt: number
  readonly output: number
}

/** One frame of a stream and what an honest reader learns from it. */
export interface Frame {
  readonly bytes: Uint8Array
  readonly text?: string
  readonly figures?: Figures
  readonly isEnd?: boolean
  /** What comes after it is not read. */
  readonly isLast?: boolean
}

export interface StreamForm {
  readonly contentType: string
  readonly begin: readonly Frame[]
  readonly text: (text: string) => Frame
  /** Figures on their own, wherever they stand. */
  readonly figures: (figures: Figures) => Frame
  readonly finish: readonly Frame[]
  /** Ends the reading; with figures where the wire has no other place for them. */
  readonly last: (figures: Figures | undefined) => readonly Frame[]
  /** Each frame proves that none of its bytes was changed, and is whole with its last byte only. */
  readonly hasSums?: boolean
  readonly ping: Uint8Array
  readonly noJson: Uint8Array
  /** Beginning of a frame that never ends. */
  readonly longFrame: Uint8Array
}

/** One way to speak to an upstream: what the caller sends, and how an upstream of this kind answers. */
export interface Wire {
  readonly name: string
  readonly channel: { readonly type: number; readonly key: string }
  readonly model: string
  readonly path: string
  /** Where a stream is asked for, if not there. */
  readonly streamPath?: string
  readonly body: (isStream: boolean) => object
  /** What upstream is sent, where that is another body: a prompt that no one has counted is counted as it was sent. */
  readonly sentBody?: (isStream: boolean) => object
  readonly whole: (text: string, figures: Figures | undefined) => string
  /** Absent where nothing is streamed. */
  readonly stream?: StreamForm
}

export const MAX_TOKENS = 50
const QUESTION = 'How much does the river carry?'

export const chatBody = (model: string) => (isStream: boolean) => ({
  model,
  stream: isStream,
  max_tokens: MAX_TOKENS,
  messages: [{ role: 'user', content: QUESTION }],
})

export const responsesBody = (model: string) => (isStream: boolean) => ({
  model,
  stream: isStream,
  max_output_tokens: MAX_TOKENS,
  input: QUESTION,
})

export const contentBody = () => ({
  contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
  generationConfig: { maxOutputTokens: MAX_TOKENS },
})

/** The same call as a chat. */
export const translatedBody = (model: string) => (isStream: boolean) => ({
  model,
  ...(isStream && { stream: true }),
  max_completion_tokens: MAX_TOKENS,
  messages: [{ role: 'user', content: QUESTION }],
})

export const completionsBody = (model: string) => (isStream: boolean) => ({
  model,
  stream: isStream,
  max_tokens: MAX_TOKENS,
  prompt: QUESTION,
})

export const embeddingsBody = (model: string) => () => ({ model, input: QUESTION })

/** What the model reads of a call, as one text. */
export const promptOf = (body: object): string => {
  const { contents, messages = contents, input, prompt } = body as { readonly [name: string]: unknown }
  return JSON.stringify([messages, input, prompt].filter((value) => value !== undefined))
}

/** Every way to place figures in a stream. */
interface StreamPlan {
  readonly texts: readonly string[]
  readonly before?: readonly Figures[]
  readonly after?: readonly Figures[]
}

export const framesOf = (form: StreamForm, { texts, before = [], after = [] }: StreamPlan): readonly Frame[] => [
  ...form.begin,
  ...before.map(form.figures),
  ...texts.map(form.text),
  ...form.finish,
  ...after.map(form.figures),
  ...form.last(after.at(-1)),
]

export const frame = (bytes: string | Uint8Array, learnt: Omit<Frame, 'bytes'> = {}): Frame => ({
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  ...learnt,
})
