import type { CallerWire } from '../model/caller-wire.ts'
import { chatEnvelope } from '../openai-chat/envelope.ts'
import { droppedFromChat } from './chat-body.ts'
import { searchIn, soldKinds, unsoldTools, withSoldTools } from './fee-tools.ts'
import { ResponseTap, inspectResponse } from './inspect-response.ts'
import { responseAsStream } from './items/response-as-stream.ts'
import { keptAnswers } from './kept-answers.ts'
import { parseResponsesCall } from './parse-call.ts'
import { renderResponsesReply } from './render-reply.ts'
import { ResponsesRenderer } from './render-stream.ts'
import { responsesStorage } from './storage.ts'

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
  hostedTools: { kindsIn: soldKinds, sold: withSoldTools, unsold: unsoldTools, searchIn },
}
