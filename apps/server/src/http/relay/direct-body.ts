import type { RelayReply } from '@weir/relay/reply'
import { PushStream } from '@weir/relay/streams/push-stream'

/** Bytes go straight to the platform's sink: read as an ordinary stream, each piece would take several promises on its way. */
export const directBody = (body: RelayReply['body']): RelayReply['body'] =>
  body instanceof PushStream
    ? new ReadableStream({ type: 'direct', pull: (sink) => body.pushInto(sink), cancel: () => body.cancel() })
    : body
