import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import type { Page } from 'playwright-core'
import { MailSink } from '../../../apps/server/src/testing/mail-sink.ts'
import { browserPath, leaveBrowser, newContext, sharedBrowser, watchErrors } from '../../harness/browser.ts'
import { buildConsole } from '../../harness/console-build.ts'
import { closeStand, openStand, type Stand } from '../../harness/stand.ts'

const START_MS = 180_000
const STEP_MS = 180_000

export const ROOT_PASSWORD = 'a password of root'

/** A running product, a mail server, and a browser in front of them. */
export interface Journey {
  readonly stand: Stand
  readonly mails: MailSink
  readonly page: Page
  /** What went wrong in the page without anyone being told. */
  readonly errors: readonly string[]
}

const openJourney = async (): Promise<Journey> => {
  const mails = await MailSink.open()
  const stand = await openStand({ environment: { INITIAL_ROOT_PASSWORD: ROOT_PASSWORD }, password: ROOT_PASSWORD })
  const page = await (await newContext(await sharedBrowser())).newPage()
  return { stand, mails, page, errors: watchErrors(page) }
}

/** Steps that build on each other; nothing between the console and the server is intercepted. */
export const journey = (name: string, steps: (at: () => Journey) => void): void => {
  if (browserPath === undefined) return
  setDefaultTimeout(STEP_MS)
  describe(name, () => {
    let current: Journey
    beforeAll(async () => {
      await buildConsole()
      current = await openJourney()
    }, START_MS)
    afterAll(async () => {
      await current.page.context().close()
      await leaveBrowser()
      await closeStand(current.stand)
      await current.mails.close()
    })
    steps(() => current)
  })
}

export const logIn = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByTestId('field-username').fill(username)
  await page.getByTestId('field-password').fill(password)
  await page.getByTestId('btn-login').click()
}
