import type { RelayReply } from '@weir/relay/reply'
import { PushStream, type ByteSink } from '@weir/relay/streams/push-stream'

interface DirectSink extends ByteSink {
  flush(): unknown
}

/** An error closes the connection and drops what has not left yet. A caller who takes nothing is not waited for. */
const letGo = (sink: DirectSink): Promise<void> => {
  Promise.resolve(sink.flush()).catch(() => undefined)
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

const push = async (body: PushStream, sink: DirectSink): Promise<void> => {
  try {
    await body.pushInto(sink)
  } catch (error) {
    await letGo(sink)
    throw error
  }
}

/** Bytes go straight to the platform's sink: read as an ordinary stream, each piece would take several promises on its way. */
export const directBody = (body: RelayReply['body']): RelayReply['body'] =>
  body instanceof PushStream ? new ReadableStream({ type: 'direct', pull: (sink) => push(body, sink), cancel: () => body.cancel() }) : body
