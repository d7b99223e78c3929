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

const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

const countOf = (text: string, word: string): number => text.split(word).length - 1

/** 0 when a word is missing. A title counts for more than a heading, that for more than the text. */
const weightOf = ([address, page, heading, text]: Entry, words: readonly string[]): number => {
  const parts = [
    [page.toLowerCase(), heading === '' ? 30 : 8],
    [heading.toLowerCase(), 20],
    [text.toLowerCase(), 1],
  ] as const
  let sum = 0
  for (const word of words) {
    const weight = parts.reduce((found, [part, factor]) => found + Math.min(countOf(part, word), 5) * factor, 0)
    if (weight === 0) return 0
    sum += weight
  }
  // What is written for maintainers comes after what users look for.
  return /^(?:decisions|acceptance|security-tests|mutation|benchmarks|changelog|contributing|architecture)/.test(address) ? sum / 10 : sum
}

const excerptOf = (text: string, [word = '']: readonly string[]): string => {
  const place = Math.max(0, text.toLowerCase().indexOf(word))
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
  const words = wordsOf(query).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'gi'))
}
