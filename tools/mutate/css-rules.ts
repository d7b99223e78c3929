import type { Change, Kind } from './mutant.ts'

const colourToken = /var\(--(?:[\w-]*(?:color|ink|paper|surface|text|border|accent|danger|success|warning)[\w-]*)\)|#[0-9a-f]{3,8}\b/gi
const length = /(?<![\w.#-])(\d+(?:\.\d+)?)(?:px|rem|em)\b/g
const spaceToken = /var\(--(?:space|gap|radius|size)[\w-]*\)/g

/** Comments are blanked, so that offsets stay. */
const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))

/** Colours become another colour, lengths nothing. */
export const findStyleChanges = (source: string): readonly Change[] => {
  const text = withoutComments(source)
  const all = (kind: Kind, pattern: RegExp, after: string): readonly Change[] =>
    [...text.matchAll(pattern)].map(({ index, 0: { length: size } }) => ({ kind, start: index, end: index + size, after }))
  return [...all('colour', colourToken, '#ff00ff'), ...all('spacing', length, '0'), ...all('spacing', spaceToken, '0')].toSorted(
    (a, b) => a.start - b.start,
  )
}
