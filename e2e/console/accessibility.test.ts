import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { source as axeSource } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { browserPath, launchBrowser, newContext, signIn } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { closeStand, openStand, type Stand } from '../harness/stand.ts'

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Rules that cannot be right or wrong by taste: WCAG A and AA. */
const RUN = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) => result.violations)`

const findingsOn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axeSource)
  const findings = await page.evaluate<readonly Finding[]>(RUN)
  return findings.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const suite = () => {
  let stand: Stand
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await buildConsole()
    stand = await openStand()
    browser = await launchBrowser()
    page = await (await newContext(browser)).newPage()
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await closeStand(stand)
  })

  it('is kept on the sign-in page', async () => {
    await page.goto(`${stand.weir.url}/login`)
    await page.getByTestId('btn-login').waitFor()
    expect(await findingsOn(page)).toEqual([])
  })

  it('is really looked at: a picture without a text is found', async () => {
    await page.evaluate(`document.querySelector('main, body').append(Object.assign(new Image(), { src: '/logo.png' }))`)
    expect(await findingsOn(page)).toEqual([expect.stringContaining('image-alt')])
  })

  it('is kept on the pages behind it', async () => {
    await signIn(page, stand.weir.url, '123456')
    await page.waitForURL('**/user/edit')
    await page.getByTestId('btn-save').waitFor()
    expect(await findingsOn(page)).toEqual([])
    for (const [path, sign] of [
      ['/', 'figure-balance'],
      ['/token', 'table-token'],
      ['/token/add', 'btn-save'],
      ['/log', 'state-empty'],
      ['/topup', 'figure-quota'],
      ['/setting', 'btn-profile'],
      ['/setting?tab=operation', 'section-ratio'],
      ['/setting?tab=system', 'section-smtp'],
      ['/setting?tab=other', 'btn-check-updates'],
    ] as const) {
      await page.goto(stand.weir.url + path)
      await page.getByTestId(sign).first().waitFor()
      expect([path, ...(await findingsOn(page))]).toEqual([path])
    }
  }, 60_000)
}

if (browserPath !== undefined) describe('access for everyone', suite)
