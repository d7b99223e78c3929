import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { openStaticFiles } from '../../../../apps/server/src/http/console/static-files.ts'
import { browserPath, leaveBrowser, sharedBrowser } from '../../../harness/browser.ts'
import { buildConsole } from '../../../harness/console-build.ts'
import { repository } from '../../../harness/product.ts'
import { Desk, type Visit, type VisitOptions } from './visit.ts'

export type Open = (options?: VisitOptions) => Promise<Visit>

const START_MS = 180_000
const TEST_MS = 180_000

const openDesk = async (): Promise<Desk> => {
  await buildConsole()
  return new Desk(sharedBrowser, await openStaticFiles(join(repository, 'apps/console/dist')))
}

let opened: Promise<Desk> | undefined

/** The built console behind the headers the product sends, kept in memory: another build does not change what is served. */
const sharedDesk = (): Promise<Desk> => (opened ??= openDesk())

/** A file of statements: one browser and one server, shared with the next file, and a fresh visitor for each. Left out where no browser is installed. */
export const acceptance = (group: string, statements: (open: Open) => void): void => {
  if (browserPath === undefined) return
  setDefaultTimeout(TEST_MS)
  describe(group, () => {
    let desk: Desk
    beforeAll(async () => {
      desk = await sharedDesk()
    }, START_MS)
    afterAll(leaveBrowser)
    statements((options = {}) => desk.open(options))
  })
}
