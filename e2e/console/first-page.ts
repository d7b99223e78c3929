import type { Browser, BrowserContext } from 'playwright-core'
import { WATCH_SHIFT, launchBrowser, newContext, signIn } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { closeStand, openStand } from '../harness/stand.ts'

/** A slow line: 400 kbit/s each way, 400 ms for an answer. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const KB = 1024
const PASSWORD = 'only for figures'

interface Target {
  readonly path: string
  /** The test id of something that is there when the page can be used. */
  readonly ready: string
}

interface Figures {
  readonly page: string
  readonly firstPaintMs: number
  readonly readyMs: number
  readonly requests: number
  readonly kilobytes: number
  readonly shift: number
}

/** Counted by the browser itself, from the first byte asked for. */
const IN_PAGE = `({ firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime, shift: globalThis.shift })`

const measure = async (context: BrowserContext, site: string, { path, ready }: Target): Promise<Figures> => {
  const page = await context.newPage()
  await page.addInitScript(WATCH_SHIFT)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', LINE)
  let requests = 0
  let bytes = 0
  session.on('Network.requestWillBeSent', () => void (requests += 1))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  const startedAt = performance.now()
  await page.goto(site + path, { waitUntil: 'commit' })
  await page.getByTestId(ready).first().waitFor()
  const readyMs = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const { firstPaintMs, shift } = await page.evaluate<Pick<Figures, 'firstPaintMs' | 'shift'>>(IN_PAGE)
  await page.close()
  return { page: path, firstPaintMs, readyMs, requests, kilobytes: bytes / KB, shift }
}

const print = ({ page, firstPaintMs, readyMs, requests, kilobytes, shift }: Figures): void => {
  const cells = [
    `${Math.round(firstPaintMs)} ms`,
    `${Math.round(readyMs)} ms`,
    String(requests),
    `${Math.round(kilobytes)} KB`,
    shift.toFixed(3),
  ]
  process.stdout.write(`${page.padEnd(12)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}

const measureAll = async (browser: Browser, url: string): Promise<void> => {
  process.stdout.write(`${''.padEnd(12)}${['paint', 'ready', 'requests', 'received', 'shift'].map((name) => name.padStart(12)).join('')}\n`)
  print(await measure(await newContext(browser), url, { path: '/login', ready: 'btn-login' }))
  const context = await newContext(browser)
  const page = await context.newPage()
  await signIn(page, url, PASSWORD)
  await page.getByTestId('table-token').waitFor()
  await page.close()
  for (const [path, ready] of [
    ['/', 'btn-reveal'],
    ['/token', 'table-token'],
    ['/channel', 'table-channel'],
    ['/dashboard', 'btn-refresh'],
  ] as const)
    print(await measure(context, url, { path, ready }))
}

await buildConsole()
const stand = await openStand({ environment: { INITIAL_ROOT_PASSWORD: PASSWORD }, password: PASSWORD })
const browser = await launchBrowser()
try {
  await measureAll(browser, stand.weir.url)
} finally {
  await browser.close()
  await closeStand(stand)
}
