import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../../tools/testing/eventually.ts'
import { launchBrowser, newContext, signIn } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { command, repository } from '../harness/product.ts'
import { Weir } from '../harness/weir.ts'
import { LANGUAGES, PATHS, type Look, type Reader } from './shots/screens.ts'
import { fileOf, writeSheets, type Shot } from './shots/sheets.ts'
import { STATES, type State } from './shots/states.ts'

/** Pictures of every screen: full, empty, with long names, failed and waiting. `npm run shots -- /log /channel` takes some. */
const FOLDER = join(repository, 'shots')
const PASSWORD = '123456'

const asked = process.argv.slice(2)
const isAsked = (path: string): boolean => asked.length === 0 || asked.includes(path)

/** A chart measures its place after the frame in which the place has changed. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

const wear = async (page: Page, { width, height, theme }: Look): Promise<void> => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const isWorn = `document.documentElement.dataset.theme === '${theme}'`
  await eventually(`the ${theme} theme`, async () => ((await page.evaluate<boolean>(isWorn)) ? true : undefined))
  await page.evaluate(DRAWN)
}

interface Sitting {
  readonly browser: Browser
  readonly url: string
  readonly state: State
  readonly lang: Look['lang']
}

const takeAll = async ({ browser, url, state, lang }: Sitting): Promise<readonly Shot[]> => {
  const shots: Shot[] = []
  const context = await newContext(browser)
  await context.addInitScript(`localStorage.setItem('ui.lang', '${lang}')`)
  const page = await context.newPage()
  const takeAs = async (reader: Reader): Promise<void> => {
    for (const path of PATHS[reader].filter(isAsked)) {
      await page.goto(url + path)
      await state.isSettled(page)
      for (const look of state.looks.filter((each) => each.lang === lang)) {
        const shot = { reader, path, state: state.name, look }
        await wear(page, look)
        await page.screenshot({ path: join(FOLDER, fileOf(shot)) })
        shots.push(shot)
      }
    }
  }
  await state.prepare(context)
  await takeAs('visitor')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await signIn(page, url, PASSWORD)
  await page.waitForURL((address) => address.pathname !== '/login')
  await state.prepare(context)
  await takeAs('root')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  process.stdout.write(`${state.name} ${lang}: ${shots.length} pictures\n`)
  return shots
}

await buildConsole()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const demo = await Weir.start({ program: [...command, 'demo'] })
const bare = await Weir.start()
const browser = await launchBrowser()
try {
  const shots: Shot[] = []
  for (const state of STATES)
    for (const lang of LANGUAGES)
      shots.push(...(await takeAll({ browser, url: state.name === 'empty' ? bare.url : demo.url, state, lang })))
  await writeSheets(FOLDER, shots)
  process.stdout.write(`all ${shots.length} of them: ${join('shots', 'index.html')}\n`)
} finally {
  await browser.close()
  await demo.close()
  await bare.close()
}
