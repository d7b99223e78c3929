import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'

const eventOf = (type: string, payload: JsonObject): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`

interface SplitBlock {
  /** The block before any of its words. */
  readonly begun: JsonObject
  readonly deltas: readonly JsonObject[]
}

const splitBlock = (block: JsonObject): SplitBlock => {
  switch (textAt(block, 'type')) {
    case 'text': {
      const { citations: _, ...rest } = block
      const cited = arrayAt(block, 'citations').map((citation) => ({ type: 'citations_delta', citation }))
      return { begun: { ...rest, text: '' }, deltas: [{ type: 'text_delta', text: textAt(block, 'text') ?? '' }, ...cited] }
    }
    case 'thinking': {
      const [thinking, signature] = [textAt(block, 'thinking') ?? '', textAt(block, 'signature') ?? '']
      const deltas = [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ]
      return { begun: { ...block, thinking: '', signature: '' }, deltas }
    }
    case 'tool_use':
    case 'server_tool_use': {
      const partial = JSON.stringify(objectAt(block, 'input') ?? {})
      return { begun: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: partial }] }
    }
    default:
      return { begun: block, deltas: [] }
  }
}

const eventsOfBlock = (block: JsonObject, index: number): readonly string[] => {
  const { begun, deltas } = splitBlock(block)
  return [
    eventOf('content_block_start', { index, content_block: begun }),
    ...deltas.map((delta) => eventOf('content_block_delta', { index, delta })),
    eventOf('content_block_stop', { index }),
  ]
}

/** Some upstreams answer a request for a stream with the whole message. The caller gets it as the stream that was asked for. */
export const messageAsStream = (message: unknown): string => {
  const whole = isObject(message) ? message : {}
  const { content: _, stop_reason: reason = null, stop_sequence: sequence = null, ...head } = whole
  const begun = { ...head, content: [], stop_reason: null, stop_sequence: null }
  return [
    eventOf('message_start', { message: begun }),
    ...arrayAt(whole, 'content').filter(isObject).flatMap(eventsOfBlock),
    eventOf('message_delta', {
      delta: { stop_reason: reason, stop_sequence: sequence },
      usage: objectAt(whole, 'usage') ?? { output_tokens: 0 },
    }),
    eventOf('message_stop', {}),
  ].join('')
}
