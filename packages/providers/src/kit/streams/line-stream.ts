import type { ChatEvent } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { FrameTooLong, MAX_FRAME_BYTES } from '@weir/dialects/sse/decode'

/** Decodes a stream of lines, wherever the network split them. A last line without its end is read too. */
export const openLineStream = (read: (line: string) => readonly ChatEvent[]): StreamDecoder => {
  const decoder = new TextDecoder()
  let rest = ''
  const readLine = (line: string): readonly ChatEvent[] => (line.trim() === '' ? [] : read(line.trimEnd()))
  return {
    push: (chunk) => {
      const text = decoder.decode(chunk, { stream: true })
      // A long line in small pieces is not searched again with each of them.
      const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text]
      rest = lines.pop() ?? ''
      if (rest.length > MAX_FRAME_BYTES) throw new FrameTooLong()
      return lines.flatMap(readLine)
    },
    end: () => {
      const last = rest + decoder.decode()
      rest = ''
      return readLine(last)
    },
  }
}
