import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from './html.ts'
import { slugOf } from './slug.ts'

export interface Heading {
  readonly depth: number
  readonly text: string
  /** The anchor, and beside it the anchors of the same heading in other languages. */
  readonly anchor: string
}

export interface CodeBlock {
  readonly language: string
  readonly text: string
  /** Of its first line in the document. */
  readonly line: number
}

/** A heading with the plain text below it, down to the next heading. */
export interface Passage {
  readonly heading: Heading
  readonly text: string
}

/** A document of the repository, read once. */
export interface Document {
  readonly path: string
  readonly title: string
  readonly headings: readonly Heading[]
  readonly codeBlocks: readonly CodeBlock[]
  readonly passages: readonly Passage[]
  readonly tokens: readonly Token[]
}

const marked = new Marked({ gfm: true })

const asHeading = (token: Token): Tokens.Heading | undefined => (token.type === 'heading' ? (token as Tokens.Heading) : undefined)
const asCode = (token: Token): Tokens.Code | undefined => (token.type === 'code' ? (token as Tokens.Code) : undefined)

/** The text that a reader sees, without marks. */
const plainOf = (token: Token): string => {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map((cell) => cell.tokens.map(plainOf).join('')).join(' ')).join('\n')
    }
    case 'list':
      return (token as Tokens.List).items.map((item) => item.tokens.map(plainOf).join(' ')).join('\n')
    case 'code':
    case 'codespan':
      return (token as Tokens.Code).text
    case 'br':
    case 'space':
    case 'hr':
      return ' '
    case 'image':
      return ''
  }
  const { tokens, text } = token as Tokens.Generic & { readonly text?: string }
  return tokens === undefined ? (text ?? '') : tokens.map(plainOf).join('')
}

/** A line that ends inside of Chinese text would show as a gap: there is no space between these signs. */
const joinLines = (text: string): string =>
  text
    .replaceAll(/(?<=[\u3000-\u303f\uff00-\uffef])\n/gu, '')
    .replaceAll(/(?<=\p{Script=Han})\n(?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu, '')

const joinTokens = (token: Token): void => {
  if (token.type === 'text' && !('tokens' in token)) token.text = joinLines(token.text as string)
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Code blocks with their lines, also those inside of lists. */
const codeBlocksOf = (text: string, tokens: readonly Token[]): readonly CodeBlock[] => {
  const found: CodeBlock[] = []
  let from = 0
  const visit = (token: Token): void => {
    const code = asCode(token)
    if (code?.lang === undefined || code.lang === '') return
    const [first = ''] = code.text.split('\n')
    from = text.indexOf(first, text.indexOf(`\`\`\`${code.lang}`, from))
    found.push({ language: code.lang, text: code.text, line: lineAt(text, from) })
  }
  void marked.walkTokens([...tokens], visit)
  return found
}

/** The line below a title that leads to the other language; on the site the header does. */
const isTongueLine = (token: Token): boolean => token.type === 'paragraph' && /^\[(?:中文|English)\]\([^)]+\)$/.test(token.raw.trim())

const passagesOf = (tokens: readonly Token[], headings: readonly Heading[]): readonly Passage[] => {
  const passages: { heading: Heading; parts: string[] }[] = []
  for (const token of tokens) {
    if (isTongueLine(token)) continue
    if (asHeading(token) === undefined) passages.at(-1)?.parts.push(plainOf(token))
    else {
      const heading = headings[passages.length]
      if (heading !== undefined) passages.push({ heading, parts: [] })
    }
  }
  return passages.map(({ heading, parts }) => ({ heading, text: parts.join(' ').replaceAll(/\s+/g, ' ').trim() }))
}

export const readDocument = (path: string, text: string): Document => {
  const tokens = marked.lexer(text)
  void marked.walkTokens(tokens, joinTokens)
  const taken = new Set<string>()
  const headings = tokens.flatMap((token) => {
    const heading = asHeading(token)
    if (heading === undefined) return []
    const plain = heading.tokens.map(plainOf).join('')
    return [{ depth: heading.depth, text: plain, anchor: slugOf(plain, taken) }]
  })
  const [first] = headings
  if (first?.depth !== 1) throw new Error(`${path} does not begin with a title: start it with "# …"`)
  return { path, title: first.text, headings, codeBlocks: codeBlocksOf(text, tokens), passages: passagesOf(tokens, headings), tokens }
}

/** Lines break after a slash or an underscore, not in the middle of a word; a short address stays whole. */
const renderCodespan = (code: string): string =>
  /^https?:\S{1,24}$/.test(code)
    ? `<code class="whole">${escapeHtml(code)}</code>`
    : `<code>${escapeHtml(code).replaceAll(/(?<=[\w}…])[/_](?=[\w{…])/g, '$&<wbr>')}</code>`

export interface RenderOptions {
  /** Where a link of the document leads on the site. */
  readonly linkTo: (href: string) => string
  readonly imageAt: (href: string) => string
  /** More anchors of the heading with this number. */
  readonly otherAnchors: (index: number) => readonly string[]
  readonly onProblem: (problem: string) => void
}

/** The document as HTML. Raw HTML is a problem: GitHub and the site would show two different things. */
export const renderDocument = (document: Document, options: RenderOptions): string => {
  let index = -1
  const renderer = new Marked({
    gfm: true,
    renderer: {
      heading({ depth, tokens }) {
        index += 1
        const { anchor = '' } = document.headings[index] ?? {}
        const others = options.otherAnchors(index).filter((other) => other !== anchor)
        const marks = others.map((other) => `<span id="${escapeHtml(other)}"></span>`).join('')
        const inner = this.parser.parseInline(tokens)
        const link = depth === 1 ? '' : `<a class="anchor" href="#${escapeHtml(anchor)}" aria-hidden="true" tabindex="-1">#</a>`
        return `<h${depth} id="${escapeHtml(anchor)}">${marks}${inner}${link}</h${depth}>\n`
      },
      paragraph(token) {
        const inner = this.parser.parseInline(token.tokens)
        return isTongueLine(token) ? '' : `<p>${inner}</p>\n`
      },
      codespan({ text }) {
        return renderCodespan(text)
      },
      code({ text, lang = '' }) {
        return `<pre data-language="${escapeHtml(lang)}" tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
      link({ href, tokens }) {
        const target = options.linkTo(href)
        const rel = /^https?:/.test(target) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(target)}"${rel}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(options.imageAt(href))}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      html({ text }) {
        options.onProblem(`raw HTML "${text.trim()}": write it in Markdown, or between backticks`)
        return escapeHtml(text)
      },
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], name: string): string =>
          `<tr>${row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`
        const body = rows.map((row) => cells(row, 'td')).join('\n')
        return `<div class="table" tabindex="0"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  // No line breaks before a slash, unless it is told that it may: `/v1/a`、`/v1/b`.
  return renderer.parser([...document.tokens]).replaceAll('、<code>', '、<wbr><code>')
}
