import { expect, it } from 'bun:test'
import { readDocument, renderDocument } from './document.ts'

const TEXT = `# Title with \`code\`

First *words*.

## One

| Name | Means |
|---|---|
| \`a\` | [b](b.md) |

1. item

   \`\`\`sh
   npx weir
   \`\`\`

## Two

\`\`\`yaml
a: 1
\`\`\`
`

it('reads headings, passages and code blocks with their lines', () => {
  const { title, headings, passages, codeBlocks } = readDocument('docs/a.md', TEXT)
  expect([title, headings.map(({ anchor }) => anchor)]).toEqual(['Title with code', ['title-with-code', 'one', 'two']])
  expect(passages.map(({ text }) => text)).toEqual(['First words.', 'Name Means a b item npx weir', 'a: 1'])
  expect(codeBlocks).toEqual([
    { language: 'sh', text: 'npx weir', line: 14 },
    { language: 'yaml', text: 'a: 1', line: 20 },
  ])
})

it('refuses a document without a title', () => {
  expect(() => readDocument('docs/a.md', 'text')).toThrow('docs/a.md does not begin with a title')
})

it('renders links where they lead, headings with all their anchors, and no HTML of the document', () => {
  const problems: string[] = []
  const html = renderDocument(readDocument('docs/a.md', `${TEXT}\n<b>bold</b> & <script>1</script>\n`), {
    linkTo: (href) => `to/${href}`,
    imageAt: (href) => href,
    otherAnchors: (index) => [['标题'], ['一'], ['two']][index] ?? [],
    onProblem: (problem) => problems.push(problem),
  })
  expect(html).toContain('<a href="to/b.md">b</a>')
  expect(html).toContain('<h2 id="one"><span id="一"></span>One')
  expect(html).toContain('<h2 id="two">Two')
  expect(html).not.toMatch(/<b>|<script>/)
  expect(problems[0]).toStartWith('raw HTML "<b>"')
})

it('breaks lines of code after a slash or an underscore, and between two paths in a Chinese list', () => {
  const html = renderDocument(readDocument('docs/a.md', '# A\n\n`/v1/a_b{id}`、`/v1/c` `http://localhost:3000/v1`'), {
    linkTo: (href) => href,
    imageAt: (href) => href,
    otherAnchors: () => [],
    onProblem: (problem) => expect(problem).toBe(''),
  })
  expect(html).toContain(
    '<code>/v1/<wbr>a_<wbr>b{id}</code>、<wbr><code>/v1/<wbr>c</code> <code class="whole">http://localhost:3000/v1</code>',
  )
})

it('joins lines of Chinese without a gap, and others with a space', () => {
  const { passages } = readDocument('docs/a.md', '# 标题\n\n一行，\n第二行\n第三行 word\nword 四\n`code`，\n`code`')
  expect(passages[0]?.text).toBe('一行，第二行第三行 word word 四 code，code')
})
