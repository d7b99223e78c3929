import type { Rolldown } from 'vite'

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'>
type Lookup = (id: string) => ModuleInfo | null

/** In the order in which they take their modules: what a chunk imports is in itself or in one before it. */
export const CHUNKS = ['app', 'shell', 'list', 'form', 'auth', 'home'] as const
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

const LOGIN_PAGE = /\/features\/auth\/login-page\./
const SHELL = /\/app\/shell\/layout\./
/** What stands on the first page after signing in: its code, its checklist and the texts of that. */
const HOME = /\/features\/home\/home-page\.|\/features\/home\/setup\/setup-card\.|\/shared\/i18n\/zh\/setup\./
const LIST_PAGE = /-list-page\./
const FORM_PAGE = /-(?:form|add|edit)-page\./
/** The texts of the largest list come with what all lists share: 800 bytes do not pay for a journey. */
const LIST_TEXTS = /\/shared\/i18n\/zh\/channel-list\./
/** Small, and they need nothing large. */
const SMALL = /\/packages\/contract\/|\/shared\/i18n\/|\/shared\/ui\/badge\//

/** Of what lists and forms need, by how many of each do. */
const chunkOfKind = (id: string, users: readonly string[]): ChunkName | undefined => {
  const lists = users.filter((page) => LIST_PAGE.test(page))
  const forms = users.filter((page) => FORM_PAGE.test(page))
  if (lists.length > 1) return forms.length > 0 ? 'shell' : 'list'
  if (forms.length > 1) return 'form'
  // People come to a form from its list, whose code is there then.
  return lists.length + forms.length > 1 && id.includes('/features/') ? 'list' : undefined
}

/** Of what the pages behind the login need, by those of them that need it. */
const chunkInside = (id: string, users: readonly string[]): ChunkName | undefined => {
  const atHome = users.filter((page) => HOME.test(page))
  if (atHome.length > 0 && atHome.length === users.length) return 'home'
  if (atHome.length > 0 || users.some((page) => SHELL.test(page))) return 'shell'
  if (LIST_TEXTS.test(id)) return 'list'
  return chunkOfKind(id, users) ?? (users.length > 1 && SMALL.test(id) ? 'shell' : undefined)
}

const chunkOf = (id: string, pages: ReadonlyMap<string, ReadonlySet<string>>, start: string): ChunkName | undefined => {
  const users = [...pages].filter(([, modules]) => modules.has(id)).map(([page]) => page)
  if (users.includes(start)) return 'app'
  const auth = users.filter((page) => page.includes('/features/auth/'))
  if (auth.length > 1 && auth.length === users.length) return 'auth'
  // Whoever comes in has seen the login: what it shares with others is there already.
  if (auth.length < users.length && users.some((page) => LOGIN_PAGE.test(page))) return 'app'
  return chunkInside(id, users)
}

/**
 * Pages of one kind share one file each for what they have in common, instead of one file for every combination of pages. On a slow line
 * a file costs a journey, and a browser asks for six at a time.
 */
export const chunksFrom = (start: string) => {
  let pages: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (id: string, lookup: Lookup): ChunkName | undefined => chunkOf(id, (pages ??= pagesBehind(start, lookup)), start)
}
