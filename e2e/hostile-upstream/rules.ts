import { MAX_TOKENS, promptOf, type Figures, type Frame, type Wire } from './wire.ts'

/** Prices that the suite sets itself: two units for a token that is read, six for one that is written. */
export const MODEL_RATIO = 2
export const COMPLETION_RATIO = 3

export const priceOf = ({ prompt, output }: Figures): number => Math.ceil((prompt + output * COMPLETION_RATIO) * MODEL_RATIO)

/** Texts that nothing else counts have 38 tokens in 100 bytes; the suite switches the tokenizer off. */
const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) * 0.38)

export const countedFigures = (wire: Wire, isStream: boolean, text: string): Figures => ({
  prompt: tokensIn(promptOf((wire.sentBody ?? wire.body)(isStream))),
  output: tokensIn(text),
})

/** The most that the suite's requests can cost, whatever upstream reports: see "What cannot be true" in docs/metering.md. */
export const mostItCanCost = (wire: Wire, isStream: boolean): number =>
  priceOf({ prompt: 3 * JSON.stringify((wire.sentBody ?? wire.body)(isStream)).length + 32_768, output: 2 * MAX_TOKENS + 1024 })

export interface Expected {
  /** One of these. */
  readonly statuses: readonly number[]
  /** For a status below 400; every other reply is free. */
  readonly atLeast: number
  readonly atMost: number
}

export const exactly = (charge: number): Expected => ({ statuses: [200], atLeast: charge, atMost: charge })
export const refused: Expected = { statuses: [502], atLeast: 0, atMost: 0 }

const NEWLINE = 10

/** A frame is whole when only the line ends after it are missing. */
const wholeLength = ({ bytes }: Frame): number => {
  let length = bytes.length
  while (bytes[length - 1] === NEWLINE) length--
  return length
}

/** The frames that have come when a stream ends after so many bytes. */
export const framesWithin = (wire: Wire, frames: readonly Frame[], length: number): readonly Frame[] => {
  let end = 0
  return frames.filter((one) => {
    const needed = end + (wire.stream?.hasSums === true ? one.bytes.length : wholeLength(one))
    end += one.bytes.length
    return needed <= length
  })
}

/**
 * What a stream costs that ends after these frames: nothing before its first word; the last figures; and where words come after the
 * figures, or without any, at least a count of the words.
 */
export const expectedOf = (wire: Wire, frames: readonly Frame[]): Expected => {
  let text = ''
  let figures: Figures | undefined
  let hasTextAfter = false
  for (const one of frames) {
    text += one.text ?? ''
    if (one.figures !== undefined) figures = one.figures
    if (one.figures !== undefined || one.text !== undefined) hasTextAfter = one.text !== undefined
    if (one.isLast === true) break
  }
  if (!frames.some((one) => one.text !== undefined || one.isEnd === true)) return refused
  const counted = countedFigures(wire, true, text)
  if (figures === undefined) return exactly(priceOf(counted))
  return exactly(priceOf(hasTextAfter ? { ...figures, output: Math.max(figures.output, counted.output) } : figures))
}
