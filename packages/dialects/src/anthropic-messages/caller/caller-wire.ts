import type { CallerWire } from '../../model/caller-wire.ts'
import { droppedFromChat } from './chat-body.ts'
import { messagesCounting } from './counting.ts'
import { messagesEnvelope } from './envelope.ts'
import { messagesTools } from './fee-tools.ts'
import { MessageTap, inspectMessage } from './inspect.ts'
import { messageAsStream } from './message-as-stream.ts'
import { messagesModels } from './models.ts'
import { parseMessagesCall } from './parse-call.ts'
import { renderMessagesReply } from './render-reply.ts'
import { MessagesRenderer } from './render-stream.ts'

/** Anthropic's Messages endpoint. */
export const messagesWire: CallerWire = {
  ...messagesEnvelope,
  id: 'messages',
  forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
  parseCall: parseMessagesCall,
  renderReply: renderMessagesReply,
  openWriter: (meta) => new MessagesRenderer(meta),
  inspectReply: inspectMessage,
  openTap: (call) => new MessageTap(call),
  hasLastEvent: true,
  asStream: messageAsStream,
  droppedFromChat,
  hostedTools: messagesTools,
  counting: messagesCounting,
  models: messagesModels,
}
