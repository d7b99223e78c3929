import { FIGURES, TEXTS, billed, billedCount, streamCase, wholeAnswer, wholeBody, type Case } from './case.ts'
import { exactly, mostItCanCost } from './rules.ts'
import { frame, framesOf, type Figures, type Frame, type StreamForm, type Wire } from './wire.ts'

/** More than the request can use, and more than any request can: an upstream that tells the second too often is left alone. */
const ABSURD: readonly (readonly [string, Figures])[] = [
  ['too large for this request', { prompt: 40_000_000, output: 40_000_000 }],
  ['too large for any request', { prompt: 1_000_000_000_000, output: 1_000_000_000_000 }],
]

const NEGATIVE: Figures = { prompt: -21, output: -40 }
const SMALLER: Figures = { prompt: 9, output: 31 }

const wholeFigures = (wire: Wire): readonly Case[] => {
  const one = (name: string, body: string, charge: number): Case => ({
    name: `whole, ${name}`,
    wire,
    isStream: false,
    answer: () => wholeAnswer(body),
    expected: exactly(charge),
  })
  return [
    one('figures told', wholeBody(wire), billed(wire, FIGURES)),
    one('figures absent', wire.whole(TEXTS.join(''), undefined), billedCount(wire)),
    one('figures negative', wholeBody(wire, NEGATIVE), billedCount(wire)),
    ...ABSURD.map(([name, figures]) => ({
      ...one(`figures ${name}`, wholeBody(wire, figures), 0),
      expected: { statuses: [200], atLeast: 1, atMost: mostItCanCost(wire, false) },
    })),
  ]
}

/** Negative figures are none. */
const tellsNothing = ({ bytes, text, isEnd = false, isLast = false }: Frame): Frame => ({
  bytes,
  isEnd,
  isLast,
  ...(text !== undefined && { text }),
})

const streamFigures = (wire: Wire, form: StreamForm): readonly Case[] => {
  const one = (name: string, before: readonly Figures[], after: readonly Figures[]): Case =>
    streamCase(wire, form, { name: `stream, ${name}`, frames: framesOf(form, { texts: TEXTS, before, after }) })
  const negative = framesOf(form, { texts: TEXTS, after: [NEGATIVE] }).map(tellsNothing)
  return [
    one('figures last', [], [FIGURES]),
    one('figures first', [FIGURES], []),
    one('figures twice', [], [FIGURES, FIGURES]),
    one('figures first and last', [SMALLER], [FIGURES]),
    one('figures that grow', [], [SMALLER, FIGURES]),
    one('figures that shrink', [], [FIGURES, SMALLER]),
    one('figures absent', [], []),
    streamCase(wire, form, { name: 'stream, figures negative', frames: negative }),
    ...ABSURD.map(([name, figures]) => ({
      ...one(`figures ${name}`, [], [figures]),
      expected: { statuses: [200], atLeast: 1, atMost: mostItCanCost(wire, true) },
    })),
  ]
}

const oddFrames = (wire: Wire, form: StreamForm): readonly Case[] => {
  const [first, ...rest] = TEXTS
  const spoiled = (bytes: Uint8Array) => [
    ...form.begin,
    ...[first ?? ''].map(form.text),
    frame(bytes),
    ...rest.map(form.text),
    ...form.finish,
    ...[FIGURES].map(form.figures),
    ...form.last(FIGURES),
  ]
  return [
    streamCase(wire, form, { name: 'stream with a frame that is no JSON', frames: spoiled(form.noJson) }),
    streamCase(wire, form, { name: 'stream with a ping', frames: spoiled(form.ping) }),
  ]
}

export const figureCases = (wire: Wire): readonly Case[] => [
  ...wholeFigures(wire),
  ...(wire.stream === undefined ? [] : [...streamFigures(wire, wire.stream), ...oddFrames(wire, wire.stream)]),
]
