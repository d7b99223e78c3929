import type { Entry } from '../search-index.ts'
import { find, markWords, type Hit } from './find.ts'
import { say, tongue } from './page-texts.ts'

declare global {
  var weirSearch: readonly Entry[] | undefined
}

const languageFolder = `${document.documentElement.dataset['root'] ?? ''}${tongue === 'zh' ? 'zh/' : ''}`

let loading: Promise<readonly Entry[]> | undefined

const loadEntries = (): Promise<readonly Entry[]> =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${languageFolder}search.js`
    script.addEventListener('load', () => resolve(globalThis.weirSearch ?? []))
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error(script.src))
    })
    document.head.append(script)
  }))

const marked = (text: string, query: string): readonly Node[] =>
  markWords(text, query).map((piece, index) => {
    if (index % 2 === 0) return document.createTextNode(piece)
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })

const element = (name: string, className: string, children: readonly Node[]): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

const itemOf = ({ address, page, heading, excerpt }: Hit, query: string): HTMLElement => {
  const link = document.createElement('a')
  link.href = languageFolder + address
  const title = heading === '' ? page : `${page} › ${heading}`
  link.append(element('strong', '', marked(title, query)), element('span', '', marked(excerpt, query)))
  return element('li', '', [link])
}

const openDialog = (): { readonly dialog: HTMLDialogElement; readonly input: HTMLInputElement } => {
  const dialog = document.createElement('dialog')
  dialog.className = 'search-dialog'
  dialog.setAttribute('aria-label', say('search'))
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = say('searchHint')
  input.setAttribute('aria-label', say('search'))
  const close = element('button', 'close', [document.createTextNode(say('close'))])
  close.addEventListener('click', () => dialog.close())
  const list = document.createElement('ol')
  const status = element('p', 'status', [])
  status.setAttribute('role', 'status')
  dialog.append(element('div', 'field', [input, close]), status, list)

  const show = async (): Promise<void> => {
    const query = input.value
    const entries = await loadEntries().catch(() => undefined)
    if (query !== input.value) return
    const hits = entries === undefined ? [] : find(entries, query)
    list.replaceChildren(...hits.map((hit) => itemOf(hit, query)))
    if (entries === undefined) status.textContent = say('loadFailed')
    else status.textContent = query.trim() === '' || hits.length > 0 ? '' : say('noResult')
  }
  input.addEventListener('input', () => void show())
  dialog.addEventListener('click', ({ target }) => {
    // The backdrop belongs to the dialog; a link to the same page leaves it open otherwise.
    if (target === dialog || (target instanceof Element && target.closest('li a') !== null)) dialog.close()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const places: readonly HTMLElement[] = [input, ...list.querySelectorAll('a')]
    const now = places.findIndex((place) => place === document.activeElement)
    places.at((now + (event.key === 'ArrowDown' ? 1 : -1) + places.length) % places.length)?.focus()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click()
  })
  document.body.append(dialog)
  return { dialog, input }
}

let opened: ReturnType<typeof openDialog> | undefined

const open = (): void => {
  opened ??= openDialog()
  if (opened.dialog.open) return
  opened.dialog.showModal()
  opened.input.select()
  void loadEntries().catch(() => undefined)
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && /^(?:INPUT|TEXTAREA)$/.test(target.tagName)

export const startSearch = (): void => {
  document.querySelector('[data-action="search"]')?.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isKey = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isKey || isTyping(event.target)) return
    event.preventDefault()
    open()
  })
}
