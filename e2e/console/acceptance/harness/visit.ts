import { expect } from 'bun:test'
import type { SessionUser } from '@weir/contract/session'
import type { ServerStatus } from '@weir/contract/status'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { eventually } from '../../../../tools/testing/eventually.ts'
import { FakeApi, type Answers } from './fake-api.ts'
import { NOW, ST_MIN, quietAnswers } from './fixtures.ts'

/** Longer than a click takes where there is something to click. */
const GONE_MS = 5000

export type ToastKind = 'success' | 'info' | 'error' | 'warning' | 'notice'

export interface VisitOptions {
  /** Opened at once; without it the test calls `goto` itself. */
  readonly path?: string
  readonly user?: SessionUser
  readonly status?: Readonly<Partial<ServerStatus>>
  readonly answers?: Answers
  readonly storage?: Readonly<Record<string, string>>
  /** `fixed` stops the date while timers run on; `controlled` leaves both to `page.clock`. */
  readonly clock?: 'fixed' | 'controlled'
  /** Of the reader's clock; UTC unless told. */
  readonly timeZone?: string
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly isClipboardBlocked?: boolean
  readonly theme?: 'light' | 'dark'
}

const PATIENCE_MS = 60_000

/** What was due before has run: effects run between two frames, and what they post to themselves before the last message. */
const DRAWN_TWICE = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = done
  port2.postMessage(0)
})))`

/** Only on the first page load: later ones find what the console itself has stored. */
const seedScript = (storage: Readonly<Record<string, string>>) => `
  if (window === window.top && !sessionStorage.getItem('seeded')) {
    localStorage.clear()
    Object.assign(localStorage, ${JSON.stringify(storage)})
    sessionStorage.setItem('seeded', '1')
  }`

const BLOCK_CLIPBOARD = `navigator.clipboard.writeText = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'))`

/** Toasts that have come, those that are gone again included, and have not been asked for. */
const NOTE_TOASTS = `
  globalThis.toasts = new Set()
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) for (const toast of [node, ...node.querySelectorAll('*')]) if (toast.dataset?.kind) globalThis.toasts.add(toast)
  }).observe(document, { childList: true, subtree: true })`

/** How many unseen ones match; they count as seen from then on. */
const takeToasts = (kind: ToastKind, text: string) => `(() => {
  const matching = [...(globalThis.toasts ?? [])].filter(
    (toast) => toast.dataset.kind === ${JSON.stringify(kind)} && toast.textContent.includes(${JSON.stringify(text)}))
  for (const toast of matching) globalThis.toasts.delete(toast)
  return matching.length
})()`

const ROW_NAMES = `[...document.querySelectorAll('[data-testid^="row-"]')].map((row) => row.dataset.testid)`

interface VisitParts {
  readonly page: Page
  readonly api: FakeApi
  readonly origin: string
  readonly pages: () => readonly Page[]
  readonly close: () => Promise<void>
}

/** One reader with a browser of their own storage, in front of a console whose server is the test. */
export class Visit {
  readonly page: Page
  readonly api: FakeApi
  readonly origin: string
  /** Uncaught exceptions. */
  readonly errors: string[] = []
  /** What the console's own code complained about. */
  readonly complaints: string[] = []
  /** Addresses outside the console that were opened or asked for. */
  readonly outside: string[] = []
  readonly #close: () => Promise<void>
  readonly #pages: () => readonly Page[]

  constructor({ page, api, origin, pages, close }: VisitParts) {
    this.page = page
    this.api = api
    this.origin = origin
    this.#close = close
    this.#pages = pages
    page.context().on('request', this.#note)
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning'
      if (isComplaint && !message.text().startsWith('Failed to load resource')) this.complaints.push(message.text())
    })
  }

  readonly #note = (request: Request) => {
    const url = request.url()
    if (!url.startsWith(this.origin) && /^https?:/.test(url)) this.outside.push(url)
  }

  get context(): BrowserContext {
    return this.page.context()
  }

  /** The pages of this visit: the first one and what it has opened. */
  get pages(): readonly Page[] {
    return this.#pages()
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`)
  }

  get path(): string {
    return new URL(this.page.url()).pathname
  }

  get address(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + search
  }

  async arrives(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.pathname === path || url.pathname + url.search === path)
  }

  id(testId: string): Locator {
    return this.page.getByTestId(testId)
  }

  row(id: number): Locator {
    return this.id(`row-${id}`)
  }

  cell(id: number, field: string): Locator {
    return this.row(id).getByTestId(`cell-${field}`)
  }

  act(id: number, name: string): Locator {
    return this.row(id).getByTestId(`act-${name}`)
  }

  /** The ids of the shown rows, from the top. */
  async rowIds(): Promise<readonly number[]> {
    const names = await this.page.evaluate<readonly string[]>(ROW_NAMES)
    return names.map((name) => Number(name.replace('row-', '')))
  }

  toasts(kind?: ToastKind): Locator {
    return this.page.locator(kind === undefined ? '[data-kind]' : `[data-kind="${kind}"]`)
  }

  /** Waits for the one toast of that kind that contains the text; on a busy machine a short one may be gone before it is looked for. */
  async toast(kind: ToastKind, text: string): Promise<void> {
    const found = this.toasts(kind).filter({ hasText: text })
    const count = async () => (await found.count()) || (await this.page.evaluate<number>(takeToasts(kind, text))) || undefined
    expect(await eventually(`the toast ${text}`, count)).toBe(1)
    await this.page.evaluate(takeToasts(kind, text))
  }

  /** The next toast may say the same words. */
  async closeToasts(): Promise<void> {
    const close = this.toasts().getByRole('button')
    // One that goes away between being found and being clicked is as good as closed.
    while ((await close.count()) > 0)
      await close
        .first()
        .click({ timeout: GONE_MS })
        .catch(() => undefined)
  }

  /** Until everything the page was about to send has been written down. */
  async settle(): Promise<void> {
    await this.page.evaluate(DRAWN_TWICE)
    await this.api.settle((path) => this.page.evaluate(`void fetch(${JSON.stringify(path)}).catch(() => undefined)`))
  }

  /** The page has come to rest and nothing called `name` left it. */
  async expectNoCall(name: string): Promise<void> {
    await this.settle()
    expect(this.api.calls(name)).toEqual([])
  }

  stored(key: string): Promise<string | null> {
    return this.page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(key)})`)
  }

  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.context.off('request', this.#note)
    await this.#close()
  }
}

const startClock = async (page: Page, clock: VisitOptions['clock']) => {
  if (clock === 'fixed') await page.clock.setFixedTime(NOW * 1000)
  if (clock === 'controlled') await page.clock.install({ time: NOW * 1000 })
}

const newContext = async (browser: Browser, timezoneId = 'UTC'): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'zh-CN',
    timezoneId,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

const preparePage = async (page: Page, { user, storage = {}, viewport, theme, isClipboardBlocked, clock }: VisitOptions) => {
  if (viewport !== undefined) await page.setViewportSize(viewport)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme ?? 'light' })
  await page.addInitScript(seedScript({ ...(user === undefined ? {} : { user: JSON.stringify(user) }), ...storage }))
  if (isClipboardBlocked === true) await page.addInitScript(BLOCK_CLIPBOARD)
  await page.addInitScript(NOTE_TOASTS)
  await startClock(page, clock)
}

/** The browser and the server of all files of statements in a process. */
export class Desk {
  readonly #browser: () => Promise<Browser>
  readonly #server: Bun.Server<undefined>
  #shared: BrowserContext | undefined
  #keeper: Page | undefined
  #api = new FakeApi({})

  constructor(browser: () => Promise<Browser>, files: (request: globalThis.Request) => Response) {
    this.#browser = browser
    this.#server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      idleTimeout: 0,
      fetch: (request) => (new URL(request.url).pathname.startsWith('/api/') ? this.#api.handle(request) : files(request)),
    })
  }

  /** With a page that stays open, so that the process with the compiled console outlives each visit. */
  async #sharedContext(): Promise<BrowserContext> {
    const browser = await this.#browser()
    if (this.#shared?.browser() === browser) return this.#shared
    const context = await newContext(browser)
    this.#keeper = await context.newPage()
    await this.#keeper.goto(`${this.#server.url.origin}/api/status`)
    this.#shared = context
    return context
  }

  /** Visits share a context and with it the cached console; a clock or a zone would stay behind, so such a visit has a context of its own. */
  async open(options: VisitOptions): Promise<Visit> {
    const { status = ST_MIN, user, answers = {}, path } = options
    const isAlone = options.clock !== undefined || options.timeZone !== undefined
    const context = await (isAlone ? newContext(await this.#browser(), options.timeZone) : this.#sharedContext())
    const page = await context.newPage()
    await preparePage(page, options)
    this.#api = new FakeApi({ ...quietAnswers(status, user), ...answers })
    const pages = () => context.pages().filter((opened) => opened !== this.#keeper)
    const leave = async () => {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await Promise.all(pages().map((left) => left.close()))
    }
    const visit = new Visit({
      page,
      api: this.#api,
      origin: this.#server.url.origin,
      pages,
      close: isAlone ? () => context.close() : leave,
    })
    if (path !== undefined) await visit.goto(path)
    return visit
  }
}
