import type { RawAnswer } from '../fake-upstream/raw.ts'
import { countedFigures, expectedOf, framesWithin, priceOf, type Expected } from './rules.ts'
import { framesOf, type Figures, type Frame, type StreamForm, type Wire } from './wire.ts'

/** One lie of one upstream, and what must come of it. */
export interface Case {
  readonly name: string
  readonly wire: Wire
  readonly isStream: boolean
  readonly answer: () => RawAnswer
  readonly expected: Expected
  /** Everything has come that belongs to the answer; only the connection ends badly. */
  readonly isWhole?: boolean
  /** The caller hangs up after so many bytes. */
  readonly leavesAfter?: number
  /** What may be taken of the answer at most, buffers of the system included. */
  readonly mostTaken?: number
  /** Takes seconds. */
  readonly isLong?: boolean
}

export const FIGURES: Figures = { prompt: 21, output: 40 }
export const TEXTS = ['A weir lets ', 'the river pass ', '和水。']

export const wholeBody = (wire: Wire, figures: Figures | undefined = FIGURES): string => wire.whole(TEXTS.join(''), figures)

/** Embeddings write nothing. */
export const billed = (wire: Wire, figures: Figures): number => priceOf(wire.stream === undefined ? { ...figures, output: 0 } : figures)

export const billedCount = (wire: Wire): number => billed(wire, countedFigures(wire, false, TEXTS.join('')))

export const goodFrames = (form: StreamForm): readonly Frame[] => framesOf(form, { texts: TEXTS, after: [FIGURES] })

export const bytesOf = (frames: readonly Frame[]): Buffer => Buffer.concat(frames.map(({ bytes }) => bytes))

export const head = (contentType: string, ...lines: readonly string[]): string =>
  ['HTTP/1.1 200 OK', `content-type: ${contentType}`, ...lines, 'connection: close', '', ''].join('\r\n')

export const wholeHead = (length: number, ...lines: readonly string[]): string =>
  head('application/json', `content-length: ${length}`, ...lines)

export const wholeAnswer = (body: string): RawAnswer => ({ pieces: [wholeHead(Buffer.byteLength(body)), body], end: 'close' })

export const streamAnswer = (form: StreamForm, frames: readonly Frame[]): RawAnswer => ({
  pieces: [head(form.contentType), ...frames.map(({ bytes }) => bytes)],
  end: 'close',
})

interface NamedFrames {
  readonly name: string
  readonly frames: readonly Frame[]
}

/** A case of the stream itself: what is sent, and what an honest reader of these frames owes. */
export const streamCase = (wire: Wire, form: StreamForm, { name, frames }: NamedFrames): Case => ({
  name,
  wire,
  isStream: true,
  answer: () => streamAnswer(form, frames),
  expected: expectedOf(wire, frames),
})

/** A good stream that is closed or reset after so many bytes of its body. */
export const cutStream = (wire: Wire, form: StreamForm, length: number): Case => {
  const frames = goodFrames(form)
  return {
    name: `stream closed after ${length} bytes`,
    wire,
    isStream: true,
    answer: () => ({ pieces: [head(form.contentType), bytesOf(frames).subarray(0, length)], end: 'close' }),
    expected: expectedOf(wire, framesWithin(wire, frames, length)),
  }
}
