import { expect } from 'bun:test'
import type { SessionUser } from '@weir/contract/session'
import type { ServerStatus } from '@weir/contract/status'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { FakeApi, type Answers } from './fake-api.ts'
import { NOW, ST_MIN, quietAnswers } from './fixtures.ts'

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
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly isClipboardBlocked?: boolean
  readonly theme?: 'light' | 'dark'
}

const PATIENCE_MS = 8000

/** Only on the first page load: later ones find what the console itself has stored. */
const seedScript = (storage: Readonly<Record<string, string>>) =>
  `if (!sessionStorage.getItem('seeded')) { sessionStorage.setItem('seeded', '1'); Object.assign(localStorage, ${JSON.stringify(storage)}) }`

const BLOCK_CLIPBOARD = `navigator.clipboard.writeText = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'))`

const ROW_NAMES = `[...document.querySelectorAll('[data-testid^="row-"]')].map((row) => row.dataset.testid)`

/** One reader with a browser of their own storage, in front of a console whose server is the test. */
export class Visit {
  readonly page: Page
  readonly api: FakeApi
  readonly origin: string
  /** Exceptions nobody caught. */
  readonly errors: string[] = []
  /** What the console's own code complained about. */
  readonly complaints: string[] = []
  /** Addresses outside the console that were opened or asked for. */
  readonly outside: string[] = []
  readonly #context: BrowserContext

  constructor(page: Page, api: FakeApi, origin: string) {
    this.page = page
    this.api = api
    this.origin = origin
    this.#context = page.context()
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning'
      if (isComplaint && !message.text().startsWith('Failed to load resource')) this.complaints.push(message.text())
    })
  }

  get context(): BrowserContext {
    return this.#context
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

  /** Waits until exactly one toast of that kind contains the text. */
  async toast(kind: ToastKind, text: string): Promise<void> {
    const found = this.toasts(kind).filter({ hasText: text })
    await found.first().waitFor()
    expect(await found.count()).toBe(1)
  }

  /** Until everything the page was about to send has been written down. */
  async settle(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))')
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
    await this.#context.close()
  }
}

const startClock = async (page: Page, clock: VisitOptions['clock']) => {
  if (clock === 'fixed') await page.clock.setFixedTime(NOW * 1000)
  if (clock === 'controlled') await page.clock.install({ time: NOW * 1000 })
}

const openPage = async (browser: Browser, options: VisitOptions): Promise<Page> => {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    locale: 'zh-CN',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.theme === undefined ? {} : { colorScheme: options.theme }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const { user, storage = {} } = options
  await context.addInitScript(seedScript({ ...(user === undefined ? {} : { user: JSON.stringify(user) }), ...storage }))
  if (options.isClipboardBlocked === true) await context.addInitScript(BLOCK_CLIPBOARD)
  return context.newPage()
}

export const openVisit = async (browser: Browser, origin: string, options: VisitOptions): Promise<Visit> => {
  const page = await openPage(browser, options)
  await startClock(page, options.clock)
  const { status = ST_MIN, user, answers = {}, path } = options
  const visit = new Visit(page, new FakeApi({ ...quietAnswers(status, user), ...answers }), origin)
  await visit.context.route(
    (url) => url.origin !== origin,
    (route, request) => {
      visit.outside.push(request.url())
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>outside</p>' })
    },
  )
  await visit.api.attach(visit.context)
  if (path !== undefined) await visit.goto(path)
  return visit
}
