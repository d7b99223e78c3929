import type { Rolldown } from 'vite'

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'>
type Lookup = (id: string) => ModuleInfo | null

/** In the order in which they take their modules: what a chunk imports is in itself or in one before it. */
export const CHUNKS = ['app', 'base', 'shell', 'page', 'list', 'form', 'auth'] as const
export type ChunkName = (typeof CHUNKS)[number]

const pagesBehind = (start: string, lookup: Lookup) => {
  const pages = new Map<string, Set<string>>()
  const waiting = [start]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const modules = new Set<string>()
    pages.set(page, modules)
    const open = [page]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (modules.has(id)) continue
      modules.add(id)
      const info = lookup(id)
      open.push(...(info?.importedIds ?? []))
      for (const behind of info?.dynamicallyImportedIds ?? []) if (!pages.has(behind) && !waiting.includes(behind)) waiting.push(behind)
    }
  }
  return pages
}

const LIST_PAGE = /-list-page\./
const FORM_PAGE = /-(?:form|add|edit)-page\./

const chunkOf = (id: string, pages: ReadonlyMap<string, ReadonlySet<string>>, start: string): ChunkName | undefined => {
  const users = [...pages].filter(([, modules]) => modules.has(id)).map(([page]) => page)
  if (users.includes(start)) return 'app'
  const auth = users.filter((page) => page.includes('/features/auth/'))
  if (auth.length > 1 && auth.length === users.length) return 'auth'
  if (auth.length < users.length && users.some((page) => page.includes('/features/auth/login-page.'))) return 'base'
  if (users.some((page) => page.includes('/app/shell/layout.'))) return 'shell'
  const lists = users.filter((page) => LIST_PAGE.test(page))
  const forms = users.filter((page) => FORM_PAGE.test(page))
  if (lists.length > 1) return forms.length > 0 ? 'page' : 'list'
  if (forms.length > 1) return 'form'
  // Small, and they need nothing large.
  return users.length > 1 && /\/packages\/contract\/|\/shared\/i18n\//.test(id) ? 'page' : undefined
}

/**
 * Pages of one kind share one file each for what they have in common, instead of one file for every combination of pages. On a slow line
 * a file costs a journey, and a browser asks for six at a time.
 */
export const chunksFrom = (start: string) => {
  let pages: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (id: string, lookup: Lookup): ChunkName | undefined => chunkOf(id, (pages ??= pagesBehind(start, lookup)), start)
}
