import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** Undefined where no browser is installed; the suites of the console are left out then. */
export const browserPath: string | undefined = process.env['CHROMIUM_PATH'] || undefined

/** A page is left before its code has run often enough to repay the work of optimizing it. */
const UNOPTIMIZED = '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'

/** Pages of one site share a process: the second finds the console's code already compiled. */
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--process-per-site', UNOPTIMIZED]

export const launchBrowser = (): Promise<Browser> => {
  if (browserPath === undefined) throw new Error('CHROMIUM_PATH names no browser')
  return chromium.launch({ executablePath: browserPath, args })
}

let shared: Promise<Browser> | undefined
let isKept = false

/** One for all files of a process: the next file finds the browser started and the console's code compiled. */
export const sharedBrowser = async (): Promise<Browser> => {
  const started = await shared
  if (started?.isConnected() === true) return started
  shared = launchBrowser()
  return await shared
}

export const closeBrowser = async (): Promise<void> => {
  await (await shared)?.close()
}

/** A file is done with it. */
export const leaveBrowser = async (): Promise<void> => {
  if (!isKept) await closeBrowser()
}

/** Files leave the browser open for the next one from now on. */
export const keepBrowser = (): void => {
  isKept = true
}

interface ContextOptions {
  readonly width?: number
  readonly height?: number
  readonly scale?: number
}

const PATIENCE_MS = 120_000

export const newContext = async (browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> => {
  const { width = 1280, height = 800, scale = 1 } = options
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'zh-CN',
    timezoneId: 'UTC',
    // A dialog that begins to move between the two halves of a click does not notice it.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Everything that went wrong inside the page without anyone being told. */
export const watchErrors = (page: Page): readonly string[] => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** In the page: how far things have moved that were already seen. */
export const WATCH_SHIFT = `
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
`

export const signIn = async (page: Page, url: string, password: string): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByTestId('field-username').fill('root')
  await page.getByTestId('field-password').fill(password)
  await page.getByTestId('btn-login').click()
}
