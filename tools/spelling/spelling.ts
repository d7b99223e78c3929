import { parseSource } from '../parse-source.ts'

/** A text for people, with the place it stands at. */
export interface Prose {
  readonly place: string
  readonly text: string
}

const wordsOf = (text: string): readonly string[] => (text.match(/[a-z]+/gi) ?? []).map((word) => word.toLowerCase())

/** Two words beside each other make a sentence, as does a sign of Chinese; what stands alone is a name, a key or a value. */
const isSentence = (text: string): boolean => /\p{L}{2}[,;:.!]? \p{L}|\p{Script=Han}/u.test(text)

/** Addresses, the letters of options and the names of values and headers are no words of the language. */
const spoken = (text: string): string => text.replaceAll(/https?:\/\/\S+|\bX-[A-Z][\w-]+|\{\w+\}|(?<!\S)(?:\/\S+|-\w(?!\w))/g, ' ')

/** The texts of one source; where `isAllSpoken`, as in a catalogue of texts, words that stand alone too. */
export const findProse = (path: string, source: string, isAllSpoken: boolean): readonly Prose[] => {
  const { visit, lineAt } = parseSource(path, source)
  const keys = new Set<number>()
  const found: Prose[] = []
  const look = (text: string, start: number): void => {
    if (!keys.has(start) && (isAllSpoken || isSentence(text))) found.push({ place: `${path}:${lineAt(start)}`, text: spoken(text) })
  }
  visit({
    ImportDeclaration: ({ source: { start } }) => void keys.add(start),
    Property: ({ key: { start } }) => void keys.add(start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') look(value, start)
    },
    TemplateElement: ({ value, start }) => look(value.cooked ?? '', start),
  })
  return found
}

export const countWords = (texts: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The article, and what is left of e-mail, i.e., gpt-4o, a possessive and a contraction; any other single letter is a slip. */
const shortWords: ReadonlySet<string> = new Set('aeiost')

/** Words that stand once in the whole project, which is what a slip of the hand looks like. */
export const findSlips = ({ place, text }: Prose, counts: ReadonlyMap<string, number>): readonly string[] =>
  wordsOf(text)
    .filter((word) => (word.length === 1 ? !shortWords.has(word) : (counts.get(word) ?? 0) < 2))
    .map((word) => `${place}: ${word}`)

/** Chinese is set apart from Latin letters and figures by a space. */
export const findCrowded = ({ place, text }: Prose): readonly string[] =>
  (text.match(/\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}/giu) ?? []).map((crowded) => `${place}: ${crowded}`)
