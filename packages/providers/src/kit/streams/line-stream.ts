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
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
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
