import { figureAt } from '../json.ts'
import type { CallerWire, TokenCounting } from '../model/caller-wire.ts'
import { chatEnvelope } from '../openai-chat/envelope.ts'
import { droppedFromChat } from './chat-body.ts'
import { searchIn, soldKinds, unsoldTools, withSoldTools } from './fee-tools.ts'
import { ResponseTap, inspectResponse } from './inspect-response.ts'
import { responseAsStream } from './items/response-as-stream.ts'
import { keptAnswers } from './kept-answers.ts'
import { parseCountCall, parseResponsesCall } from './parse-call.ts'
import { renderResponsesReply } from './render-reply.ts'
import { ResponsesRenderer } from './render-stream.ts'
import { responsesStorage } from './storage.ts'

const responsesCounting: TokenCounting = {
  parseCall: ({ rawBody }) => parseCountCall(rawBody),
  renderCount: (tokens) => JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens }),
  readCount: (json) => figureAt(json, 'input_tokens'),
}

/** OpenAI's Responses endpoint. Its errors are those of chat. */
export const responsesWire: CallerWire = {
  ...chatEnvelope,
  id: 'responses',
  forwardedHeaders: [],
  parseCall: ({ rawBody }) => parseResponsesCall(rawBody),
  renderReply: renderResponsesReply,
  openWriter: (meta) => new ResponsesRenderer(meta),
  inspectReply: (json) => inspectResponse(json),
  openTap: () => new ResponseTap(),
  hasLastEvent: true,
  asStream: responseAsStream,
  droppedFromChat,
  keptAnswers,
  storage: responsesStorage,
  counting: responsesCounting,
  hostedTools: { kindsIn: soldKinds, sold: withSoldTools, unsold: unsoldTools, searchIn },
}
