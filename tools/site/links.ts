import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import type { Page } from './pages.ts'
import type { Tongue } from './tongue.ts'

const REPOSITORY = 'https://github.com/weir-gateway/weir'

/** The folder of a language below the root of the site. */
export const folderOf = (tongue: Tongue): string => (tongue === 'en' ? '' : 'zh/')

/** From one page of the site to another place of it, such as `../deploy.html`. */
export const relativePath = (from: string, to: string): string => posix.relative(posix.dirname(`/${from}`), `/${to}`) || posix.basename(to)

export const sourceUrl = (path: string): string => `${REPOSITORY}/blob/main/${path}`

const anchorsOf = ({ en, zh }: Page): ReadonlySet<string> =>
  new Set([en, ...(zh === undefined ? [] : [zh])].flatMap(({ headings }) => headings.map(({ anchor }) => anchor)))

export interface Place {
  readonly page: Page
  readonly tongue: Tongue
  /** The document that has the link; its folder is what the link is relative to. */
  readonly document: string
}

export interface Links {
  /** The address on the site, or a problem where the link leads nowhere. */
  readonly resolve: (href: string, place: Place) => { readonly target: string } | { readonly problem: string }
}

/** Documents link to each other as files, so that they can be read in the repository too. */
export const createLinks = (root: string, pages: readonly Page[]): Links => {
  const pageOf = new Map<string, Page>()
  for (const page of pages) for (const { path } of page.zh === undefined ? [page.en] : [page.en, page.zh]) pageOf.set(path, page)
  const [start] = pages
  if (start !== undefined) for (const readme of ['README.md', 'README.zh-CN.md']) pageOf.set(readme, start)
  const anchors = new Map(pages.map((page) => [page, anchorsOf(page)]))

  const inSite = (page: Page, anchor: string, { page: from, tongue }: Place) => {
    if (anchor !== '' && anchors.get(page)?.has(anchor) !== true) return { problem: `no heading "${anchor}" in ${page.en.path}` }
    const folder = folderOf(tongue)
    const path = page === from ? '' : relativePath(folder + from.path, folder + page.path)
    return { target: anchor === '' ? path || posix.basename(page.path) : `${path}#${anchor}` }
  }

  const toOtherTongue = ({ page, tongue }: Place) => {
    const other = tongue === 'en' ? 'zh' : 'en'
    return { target: relativePath(folderOf(tongue) + page.path, folderOf(other) + page.path) }
  }

  const resolve = (href: string, place: Place) => {
    if (/^(?:https?|mailto):/.test(href)) return { target: href }
    const [path = '', anchor = ''] = decodeURI(href).split('#')
    if (path === '') return inSite(place.page, anchor, place)
    const file = posix.join(posix.dirname(place.document), path)
    const page = pageOf.get(file)
    // The line at the top of a document that leads to the other language.
    if (page === place.page && file !== place.document && anchor === '') return toOtherTongue(place)
    if (page !== undefined) return inSite(page, anchor, place)
    const full = posix.join(root, file)
    if (file.startsWith('..') || !existsSync(full)) return { problem: `no file ${file}` }
    return { target: `${REPOSITORY}/${statSync(full).isDirectory() ? 'tree' : 'blob'}/main/${file}` }
  }
  return { resolve }
}
