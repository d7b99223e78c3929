import type { RelayReply } from '@weir/relay/reply'
import { PouredStream } from '@weir/relay/streams/poured-stream'

/** Bytes go straight to the platform's sink: read as an ordinary stream, each piece would take several promises on its way. */
export const directBody = (body: RelayReply['body']): RelayReply['body'] =>
  body instanceof PouredStream ? new ReadableStream({ type: 'direct', pull: (sink) => body.pour(sink), cancel: () => body.cancel() }) : body
