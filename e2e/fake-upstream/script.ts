import { DEFAULT_TEXT } from './behaviour.ts'
import { WRITTEN, fileCall } from './file-task.ts'
import type { Answer, Asked, ScriptedCall, SeenImage } from './turn.ts'

export const WEATHER_TOOL = 'get_weather'
export const SCRIPTED_JSON = { city: 'Köln', celsius: 18 }
export const SCRIPTED_REFUSAL = 'The script says no.'
/** A stream that is asked for in these words begins and never ends. */
export const ENDLESS = 'Never come to an end'

const describeImage = (image: SeenImage): string =>
  'address' in image
    ? `An image at ${image.address}.`
    : `An image of ${Buffer.from(image.base64, 'base64').length} bytes, ${image.mimeType}.`

const forecast = (results: readonly string[]): string => `Forecast: ${results.join('; ')}`

/** "Weather in A and B, then C" asks for A and B at once and for C when both are known. */
const stepsOf = (text: string): readonly (readonly string[])[] =>
  (/^Weather in (.+)$/.exec(text)?.[1] ?? '').split(', then ').map((step) => step.split(' and ').filter((city) => city !== ''))

const nextCalls = ({ text, results }: Asked): readonly ScriptedCall[] => {
  let known = 0
  for (const step of stepsOf(text)) {
    if (known === results.length) {
      return step.map((city, place) => ({ id: `call_${known + place}`, name: WEATHER_TOOL, arguments: { city, days: 2 } }))
    }
    known += step.length
  }
  return []
}

/** The one conversation that every fake can hold. */
export const answerTo = (asked: Asked): Answer => {
  const status = /^fail:(\d{3})$/.exec(asked.text)?.[1]
  if (status !== undefined) return { kind: 'error', status: Number(status), message: SCRIPTED_REFUSAL }
  if (asked.forcedTool !== undefined && asked.forcedTool !== WEATHER_TOOL) {
    return { kind: 'calls', calls: [{ id: 'call_0', name: asked.forcedTool, arguments: SCRIPTED_JSON }] }
  }
  const write = fileCall(asked)
  if (write !== undefined) return asked.results.length > 0 ? { kind: 'text', text: WRITTEN } : { kind: 'calls', calls: [write] }
  const calls = asked.tools.includes(WEATHER_TOOL) ? nextCalls(asked) : []
  if (calls.length > 0) return { kind: 'calls', calls }
  if (asked.results.length > 0) return { kind: 'text', text: forecast(asked.results) }
  if (asked.image !== undefined) return { kind: 'text', text: describeImage(asked.image) }
  return { kind: 'text', text: asked.wantsJson ? JSON.stringify(SCRIPTED_JSON) : DEFAULT_TEXT }
}

const PIECE = 11

/** A text as it comes in a stream. */
export const inPieces = (text: string): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) => text.slice(index * PIECE, (index + 1) * PIECE))

/** Cut in half, as arguments come in a stream. */
export const halves = (text: string): readonly [string, string] => {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

export const imageOfDataUrl = (url: string): SeenImage | undefined => {
  const match = /^data:([\w/+.-]+);base64,(.+)$/.exec(url)
  return match?.[1] === undefined || match[2] === undefined ? undefined : { mimeType: match[1], base64: match[2] }
}
