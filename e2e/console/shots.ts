import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser, newContext, signIn } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { command, repository } from '../harness/product.ts'
import { Weir } from '../harness/weir.ts'

/** Pictures of every screen of the demonstration, and one page that shows them all. `npm run shots -- /log /channel` takes some. */
const FOLDER = join(repository, 'shots')
const DEMO_ROOT = '123456'

const OUTSIDE = ['/login', '/register', '/reset']
const SCREENS = [
  '/',
  '/playground',
  '/channel',
  '/channel/add',
  '/channel/edit/1',
  '/channel?route=gpt-4o-mini',
  '/channel?keyword=nothing-has-this-name',
  '/token',
  '/token/add',
  '/pricing',
  '/redemption',
  '/redemption/add',
  '/user',
  '/user/add',
  '/user/edit/2',
  '/topup',
  '/statement',
  '/setting',
  '/log',
  '/log?outcome=failed',
  '/log?entry=40',
  '/dashboard',
  '/statistics',
  '/statistics?by=model&sort=failures',
  '/audit',
  '/user/edit',
  '/about',
  '/no-such-page',
]
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
const LOOKS = (['light', 'dark'] as const).flatMap((theme) => (['zh', 'en'] as const).map((lang) => ({ theme, lang })))
type Look = (typeof LOOKS)[number]

const asked = process.argv.slice(2)
const isAsked = (path: string): boolean => asked.length === 0 || asked.includes(path)

const nameOf = (path: string): string => path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'

const choose = (context: BrowserContext, { theme, lang }: Look): Promise<unknown> =>
  context.addInitScript(`localStorage.setItem('ui.theme', '${theme}'); localStorage.setItem('ui.lang', '${lang}')`)

interface Shot {
  readonly path: string
  readonly file: string
  readonly caption: string
}

const take = async (page: Page, url: string, shot: Shot): Promise<void> => {
  await page.goto(url + shot.path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(FOLDER, shot.file) })
}

const sheet = (shots: readonly Shot[]): string => {
  const figures = shots.map(
    ({ file, caption }) => `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${caption}</figcaption></figure>`,
  )
  const style = 'body{font:13px sans-serif;display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:12px}img{width:100%}'
  return `<!doctype html><meta charset="utf-8"><title>Weir</title><style>${style}</style>${figures.join('\n')}\n`
}

await buildConsole()
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const weir = await Weir.start({ program: [...command, 'demo'] })
const browser = await launchBrowser()
const shots: Shot[] = []
try {
  for (const [width, height] of SIZES) {
    for (const look of LOOKS) {
      const context = await newContext(browser, { width, height })
      await choose(context, look)
      const page = await context.newPage()
      const takeAll = async (paths: readonly string[]): Promise<void> => {
        for (const path of paths.filter(isAsked)) {
          const file = `${nameOf(path)}-${width}-${look.theme}-${look.lang}.png`
          const shot = { path, file, caption: `${path} · ${width} · ${look.theme} · ${look.lang}` }
          await take(page, weir.url, shot)
          shots.push(shot)
        }
      }
      await takeAll(OUTSIDE)
      await signIn(page, weir.url, DEMO_ROOT)
      await page.waitForURL((address) => address.pathname !== '/login')
      await takeAll(SCREENS)
      await context.close()
      process.stdout.write(`${width} ${look.theme} ${look.lang}: ${shots.length} pictures\n`)
    }
  }
  await Bun.write(join(FOLDER, 'index.html'), sheet(shots.toSorted((a, b) => (a.path < b.path ? -1 : 1))))
  process.stdout.write(`all of them: ${join('shots', 'index.html')}\n`)
} finally {
  await browser.close()
  await weir.close()
}
