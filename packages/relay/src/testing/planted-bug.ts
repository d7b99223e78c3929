import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'

/** Throws from the second frame on: by then the stream has reached the caller. */
export const bugAfterFirstFrame = (): typeof inspectReply => {
  let frames = 0
  return (json) => {
    if (++frames > 1) throw new TypeError('planted in stream')
    return inspectReply(json)
  }
}
