import { describe, expect, it } from 'bun:test'
import { withShellFirst, withoutDetour } from './shell-first.ts'

const pageOf = (name: string) => Bun.file(new URL(`../${name}`, import.meta.url)).text()

/** `--name: value` of the first block, or of the dark one. */
const coloursIn = (css: string, block: string): Map<string, string> => {
  const body = css.slice(css.indexOf(block)).split('}')[0] ?? ''
  return new Map([...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

describe('the page before its code has come', () => {
  it('lets the frame be painted before it fetches styles and scripts', () => {
    const built = [
      '<head>',
      '    <script type="module" crossorigin src="/assets/index.js"></script>',
      '    <link rel="modulepreload" crossorigin href="/assets/app.js">',
      '    <link rel="stylesheet" crossorigin href="/assets/style.css">',
      '    <link rel="icon" href="/favicon.svg" />',
      '  </head>',
      '  <body>',
      '    <div id="root">frame</div>',
      '  </body>',
    ].join('\n')
    expect(withShellFirst(built)).toBe(
      [
        '<head>',
        '    <script type="module" crossorigin src="/assets/index.js"></script>',
        '    <link rel="icon" href="/favicon.svg" />',
        '  </head>',
        '  <body>',
        '    <div id="root">frame</div>',
        '    <link rel="modulepreload" crossorigin href="/assets/app.js">',
        '    <link rel="stylesheet" crossorigin href="/assets/style.css">',
        '  </body>',
      ].join('\n'),
    )
  })

  it('begins with the script that does something', () => {
    const html = (name: string) => `<script type="module" crossorigin src="/assets/${name}"></script>`
    const chunk = (code: string) => ({ type: 'chunk', code }) as const
    expect(withoutDetour(html('index.js'), { 'assets/index.js': chunk('import"./app.js";\n') })).toBe(html('app.js'))
    expect(withoutDetour(html('index.js'), { 'assets/index.js': chunk('import"./app.js";run()') })).toBe(html('index.js'))
  })

  it.each([
    [':root {', '.first-paint {', 5],
    [":root[data-theme='dark'] {", "[data-theme='dark'] .first-paint {", 5],
  ])('has the colours of %s', async (ofConsole, ofFrame, count) => {
    const all = coloursIn(await pageOf('src/app/app.css'), ofConsole)
    const frame = coloursIn(await pageOf('index.html'), ofFrame)
    expect(frame.size).toBe(count)
    for (const [name, value] of frame) expect([name, value]).toEqual([name, all.get(name) ?? ''])
  })
})
