import { figureAt, objectAt, textAt, type JsonObject } from '../json.ts'
import type { Usage } from '../model/usage.ts'
import { usageOfTaskReply } from '../openai-tasks/task-usage.ts'

interface CachedCounts {
  readonly all: number
  readonly audio: number
  readonly image: number
}

/** An upstream that does not say what was cached is taken to have cached words first: they stand at the beginning of every conversation. */
const cachedIn = (details: JsonObject | undefined, input: number): CachedCounts => {
  const all = Math.min(figureAt(details, 'cached_tokens') ?? 0, input)
  const parts = objectAt(details, 'cached_tokens_details')
  const unsaid = parts === undefined ? Math.max(0, all - Math.max(0, input - (figureAt(details, 'audio_tokens') ?? 0))) : 0
  const audio = Math.min(figureAt(parts, 'audio_tokens') ?? unsaid, all)
  return { all, audio, image: Math.min(figureAt(parts, 'image_tokens') ?? 0, all - audio) }
}

const present = (parts: Readonly<Record<string, number>>): Partial<Usage> =>
  Object.fromEntries(Object.entries(parts).filter(([, count]) => count > 0))

/** What a response reports: cached tokens are counted inside the input, and sound and pictures inside what they are part of. */
const tokenUsage = (wire: JsonObject): Usage | undefined => {
  const input = figureAt(wire, 'input_tokens')
  const output = figureAt(wire, 'output_tokens')
  // Half a report would make the other half free.
  if (input === undefined || output === undefined) return undefined
  const details = objectAt(wire, 'input_token_details') ?? objectAt(wire, 'input_tokens_details')
  const outputDetails = objectAt(wire, 'output_token_details') ?? objectAt(wire, 'output_tokens_details')
  const cached = cachedIn(details, input)
  const fresh = input - cached.all
  const audioInput = Math.min(Math.max(0, (figureAt(details, 'audio_tokens') ?? 0) - cached.audio), fresh)
  const imageInput = Math.min(Math.max(0, (figureAt(details, 'image_tokens') ?? 0) - cached.image), fresh - audioInput)
  const audioOutput = Math.min(figureAt(outputDetails, 'audio_tokens') ?? 0, output)
  return {
    input: fresh,
    cacheRead: cached.all,
    cacheWrite: 0,
    output,
    reasoning: Math.min(figureAt(outputDetails, 'reasoning_tokens') ?? 0, output - audioOutput),
    ...present({ audioInput, imageInput, audioCacheRead: cached.audio, audioOutput }),
    source: 'upstream',
  }
}

/** The figures of `response.done` or of a finished transcript, which may be told in seconds; undefined when there are none. */
export const usageOfRealtime = (wire: JsonObject | undefined): Usage | undefined => {
  if (wire === undefined) return undefined
  return textAt(wire, 'type') === 'duration' ? usageOfTaskReply({ usage: wire }) : tokenUsage(wire)
}
