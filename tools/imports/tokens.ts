export type TokenKind = 'word' | 'string' | 'punctuation'

export interface Token {
  readonly kind: TokenKind
  /** For a string its content without the quotes. */
  readonly text: string
  readonly line: number
}

const isWordStart = (char: string): boolean => /[\p{ID_Start}$_#]/u.test(char)
const isWordPart = (char: string): boolean => /[\p{ID_Continue}$]/u.test(char)

/** A slash after one of these words opens a regular expression; after any other word it divides. */
const wordsBeforeExpression = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'throw',
  'new',
  'await',
  'yield',
])

/** A slash after `<` closes a JSX element. */
const punctuationBeforeDivision = new Set([')', ']', '}', '<'])

const opensRegex = (previous: Token | undefined): boolean => {
  if (previous === undefined) return true
  switch (previous.kind) {
    case 'string':
      return false
    case 'word':
      return wordsBeforeExpression.has(previous.text)
    case 'punctuation':
      return !punctuationBeforeDivision.has(previous.text)
  }
}

class Scanner {
  readonly tokens: Token[] = []
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  run(): readonly Token[] {
    while (this.#at < this.#text.length) this.#step()
    return this.tokens
  }

  #char(offset = 0): string {
    return this.#text.charAt(this.#at + offset)
  }

  #push(kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, line: this.#line })
  }

  #skipTo(end: number): void {
    for (; this.#at < end; this.#at++) if (this.#char() === '\n') this.#line++
  }

  #step(): void {
    const char = this.#char()
    if (/\s/.test(char)) return this.#skipTo(this.#at + 1)
    if (char === '/' && (this.#skipComment() || this.#skipRegex())) return
    if ((char === "'" || char === '"') && this.#readString(char)) return
    if (char === '`') return this.#readTemplate()
    if (isWordStart(char)) return this.#readWord()
    if (/\d/.test(char)) return this.#readNumber()
    this.#push('punctuation', char)
    this.#at++
  }

  #skipComment(): boolean {
    const next = this.#char(1)
    if (next !== '/' && next !== '*') return false
    const closing = next === '/' ? '\n' : '*/'
    const found = this.#text.indexOf(closing, this.#at + 2)
    const end = found === -1 ? this.#text.length : found + (next === '/' ? 0 : 2)
    this.#skipTo(end)
    return true
  }

  /** A regular expression ends on its line; a slash that opens none is left to be read as punctuation. */
  #skipRegex(): boolean {
    if (!opensRegex(this.tokens.at(-1))) return false
    let inClass = false
    for (let end = this.#at + 1; end < this.#text.length; end++) {
      const char = this.#text.charAt(end)
      if (char === '\n') return false
      if (char === '\\') end++
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) {
        this.#push('string', '')
        this.#at = end + 1
        while (isWordPart(this.#char())) this.#at++
        return true
      }
    }
    return false
  }

  /** A quote without its partner on the same line is an apostrophe in JSX text. */
  #readString(quote: string): boolean {
    for (let end = this.#at + 1; end < this.#text.length; end++) {
      const char = this.#text.charAt(end)
      if (char === '\n') return false
      if (char === '\\') end++
      else if (char === quote) {
        this.#push('string', this.#text.slice(this.#at + 1, end))
        this.#skipTo(end + 1)
        return true
      }
    }
    return false
  }

  #readTemplate(): void {
    const start = this.#at + 1
    const line = this.#line
    const before = this.tokens.length
    this.#at = start
    while (this.#at < this.#text.length && this.#char() !== '`') {
      if (this.#char() === '\\') this.#skipTo(this.#at + 2)
      else if (this.#char() === '$' && this.#char(1) === '{') this.#readSubstitution()
      else this.#skipTo(this.#at + 1)
    }
    const isPlain = this.tokens.length === before
    if (isPlain) this.tokens.push({ kind: 'string', text: this.#text.slice(start, this.#at), line })
    this.#at++
  }

  #readSubstitution(): void {
    this.#push('punctuation', '${')
    this.#at += 2
    for (let depth = 1; this.#at < this.#text.length && depth > 0;) {
      if (this.#char() === '{') depth++
      if (this.#char() === '}') depth--
      this.#step()
    }
  }

  #readWord(): void {
    const start = this.#at
    this.#at++
    while (isWordPart(this.#char())) this.#at++
    this.#push('word', this.#text.slice(start, this.#at))
  }

  #readNumber(): void {
    const start = this.#at
    while (isWordPart(this.#char()) || (this.#char() === '.' && /\d/.test(this.#char(1)))) this.#at++
    this.#push('word', this.#text.slice(start, this.#at))
  }
}

/** Words, strings and punctuation of a TypeScript or JSX source; comments and regular expressions carry no text. */
export const tokenize = (text: string): readonly Token[] => new Scanner(text).run()
