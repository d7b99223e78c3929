import type { Entry } from '../search-index.ts'

export interface Hit {
  readonly address: string
  readonly page: string
  readonly heading: string
  /** What stands around the first word, cut so that the word is in it. */
  readonly excerpt: string
}

const MOST = 30
const BEFORE = 40
const AFTER = 120

const HAN = /^\p{Script=Han}/u

/** What a question is asked with says nothing of what is looked for. */
const ASKING = /如何|怎么|怎样|为什么|什么|哪里|哪些|的|吗/g

/** Chinese and other letters are words of their own, written together or not: `docker部署`. */
const wordsOf = (query: string): readonly string[] =>
  (query.toLowerCase().match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []).flatMap((word) => {
    const parts = HAN.test(word) ? word.replaceAll(ASKING, ' ').split(' ').filter(Boolean) : []
    return parts.length === 0 ? [word] : parts
  })

/** Every two signs that stand side by side: words of Chinese have no spaces between them, and most are of two signs. */
const pairsOf = (word: string): readonly string[] =>
  HAN.test(word) && word.length > 2 ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)) : []

const countOf = (text: string, word: string): number => text.split(word).length - 1

/** A title counts for more than a heading, that for more than the text. */
const weightOfWord = ([, page, heading, text]: Entry, word: string): number => {
  const parts = [
    [page.toLowerCase(), heading === '' ? 30 : 8],
    [heading.toLowerCase(), 20],
    [text.toLowerCase(), 1],
  ] as const
  return parts.reduce((found, [part, factor]) => found + Math.min(countOf(part, word), 5) * factor, 0)
}

const PHRASE = 20

/** Of a phrase that does not stand there as it is: 0 unless all its signs do, and half of them in pairs. */
const weightOfPairs = (entry: Entry, word: string): number => {
  const found = pairsOf(word).map((pair) => weightOfWord(entry, pair))
  const signs = [...word]
  const isPaired = signs.map((_, at) => (found[at - 1] ?? 0) > 0 || (found[at] ?? 0) > 0)
  if (isPaired.filter(Boolean).length * 2 < signs.length) return 0
  if (signs.some((sign, at) => !isPaired[at] && weightOfWord(entry, sign) === 0)) return 0
  return found.reduce((sum, weight) => sum + weight, 0) / PHRASE
}

/** 0 when a word is missing. */
const weightOf = (entry: Entry, words: readonly string[]): number => {
  let sum = 0
  for (const word of words) {
    const weight = weightOfWord(entry, word) || weightOfPairs(entry, word)
    if (weight === 0) return 0
    sum += weight
  }
  const [address] = entry
  // What is written for maintainers comes after what users look for.
  return /^(?:decisions|acceptance|security-tests|mutation|benchmarks|changelog|contributing|architecture)/.test(address) ? sum / 10 : sum
}

const excerptOf = (text: string, [word = '']: readonly string[]): string => {
  const plain = text.toLowerCase()
  const place = [word, ...pairsOf(word)].map((part) => plain.indexOf(part)).find((found) => found >= 0) ?? 0
  const start = Math.max(0, place - BEFORE)
  const end = Math.min(text.length, place + AFTER)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** The passages that hold every word, best first. */
export const find = (entries: readonly Entry[], query: string): readonly Hit[] => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ entry: [address, page, heading, text] }) => ({ address, page, heading, excerpt: excerptOf(text, words) }))
}

/** A text in pieces, every other one a word of the query. */
export const markWords = (text: string, query: string): readonly string[] => {
  const words = wordsOf(query)
    .flatMap((word) => [word, ...pairsOf(word)])
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'gi'))
}
