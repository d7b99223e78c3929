import { escapeHtml } from './html.ts'
import { folderOf, relativePath, sourceUrl } from './links.ts'
import { documentOf, titleOf, type Page, type Section } from './pages.ts'
import { texts, type Tongue } from './tongue.ts'

export interface LayoutInput {
  readonly sections: readonly Section[]
  readonly page: Page
  readonly tongue: Tongue
  /** The text of the page. */
  readonly article: string
  readonly description: string
}

const MARK = `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" aria-hidden="true"><path d="M2.5 5H14C21.5 5 17.5 15 25 15H29.5"/><path d="M2.5 11H10C17.5 11 13.5 21 21 21H29.5"/><path d="M2.5 17H6C13.5 17 9.5 27 17 27H29.5"/></svg>`
const GLASS = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4 4"/></svg>`
const HALF = `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><circle cx="10" cy="10" r="7"/><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"/></svg>`

const menu = ({ sections, page, tongue }: LayoutInput): string => {
  const here = folderOf(tongue) + page.path
  return sections
    .map(({ title, pages }) => {
      const entries = pages.map((entry) => {
        const href = relativePath(here, folderOf(tongue) + entry.path)
        const current = entry === page ? ' aria-current="page"' : ''
        return `<li><a href="${href}"${current}>${escapeHtml(titleOf(entry, tongue))}</a></li>`
      })
      const open = pages.includes(page) ? ' open' : ''
      return `<details${open}><summary>${title[tongue]}</summary><ul>${entries.join('')}</ul></details>`
    })
    .join('\n')
}

const contents = ({ page, tongue }: LayoutInput): string => {
  const entries = documentOf(page, tongue).headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (entries.length < 2) return '<aside class="contents"></aside>'
  const list = entries.map(
    ({ depth, text, anchor }) => `<li class="depth-${depth}"><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`,
  )
  return `<aside class="contents"><nav aria-label="${texts.onThisPage[tongue]}"><p>${texts.onThisPage[tongue]}</p><ul>${list.join('')}</ul></nav></aside>`
}

const neighbours = ({ sections, page, tongue }: LayoutInput): string => {
  const pages = sections.flatMap((section) => section.pages)
  const index = pages.indexOf(page)
  const here = folderOf(tongue) + page.path
  const link = (to: Page | undefined, kind: 'previous' | 'next'): string =>
    to === undefined
      ? '<span></span>'
      : `<a class="${kind}" href="${relativePath(here, folderOf(tongue) + to.path)}"><small>${texts[kind][tongue]}</small>${escapeHtml(titleOf(to, tongue))}</a>`
  return `<nav class="neighbours">${link(pages[index - 1], 'previous')}${link(pages[index + 1], 'next')}</nav>`
}

const sourceLine = ({ page, tongue }: LayoutInput): string =>
  page.isGenerated ? '' : `<p class="source"><a href="${sourceUrl(documentOf(page, tongue).path)}">${texts.source[tongue]}</a></p>`

/** A whole page. It needs no script to be read: that adds search, copying, tabs and the choice of the theme. */
export const renderLayout = (input: LayoutInput): string => {
  const { page, tongue, article, description } = input
  const here = folderOf(tongue) + page.path
  const at = (path: string): string => relativePath(here, path)
  const other = tongue === 'en' ? 'zh' : 'en'
  const title = titleOf(page, tongue)
  const isForeign = tongue === 'zh' && page.zh === undefined
  return `<!doctype html>
<html lang="${tongue === 'zh' ? 'zh-CN' : 'en'}" data-root="${at('index.html').replace(/index\.html$/, '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.path === 'index.html' ? escapeHtml(title) : `${escapeHtml(title)} · Weir`}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${at('favicon.svg')}" type="image/svg+xml">
<link rel="alternate" hreflang="${other === 'zh' ? 'zh-CN' : 'en'}" href="${at(folderOf(other) + page.path)}">
<script src="${at('theme.js')}"></script>
<link rel="stylesheet" href="${at('site.css')}">
<script defer src="${at('site.js')}"></script>
</head>
<body>
<a class="skip" href="#text">${texts.skip[tongue]}</a>
<header>
<a class="mark" href="${at(`${folderOf(tongue)}index.html`)}">${MARK}<b>Weir</b><span>${texts.documents[tongue]}</span></a>
<button type="button" class="search" data-action="search">${GLASS}<span>${texts.search[tongue]}</span><kbd>/</kbd></button>
<a class="tongue" href="${at(folderOf(other) + page.path)}" lang="${other === 'zh' ? 'zh-CN' : 'en'}">${texts.otherTongue[tongue]}</a>
<button type="button" class="theme" data-action="theme" aria-label="${texts.theme[tongue]}" title="${texts.theme[tongue]}">${HALF}</button>
</header>
<div class="page">
<details class="menu" open><summary>${texts.menu[tongue]}</summary><nav aria-label="${texts.menu[tongue]}">${menu(input)}</nav></details>
<main id="text">
${isForeign ? `<p class="note">${texts.englishOnly[tongue]}</p>` : ''}
<article${isForeign ? ' lang="en"' : ''}>
${article}
</article>
${neighbours(input)}
${sourceLine(input)}
</main>
${contents(input)}
</div>
</body>
</html>
`
}
