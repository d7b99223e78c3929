import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { NOW } from './fixtures.ts'
import type { Open } from './suite.ts'
import type { Visit, VisitOptions } from './visit.ts'

const STEP_MS = 20
const REST_MS = 30_000

/** The clock stands still between the steps, so the machine may be as slow as it likes. */
export const stepUntil = async (visit: Visit, found: Locator): Promise<void> => {
  for (let step = 0; step < 500 && (await found.count()) === 0; step += 1) await visit.page.clock.runFor(STEP_MS)
}

/** A page whose clock stands still from the start. */
export const openStill = async (open: Open, options: VisitOptions, path: string): Promise<Visit> => {
  const visit = await open({ ...options, clock: 'controlled' })
  await visit.page.clock.pauseAt((NOW + 1) * 1000)
  await visit.goto(path)
  return visit
}

/** A click puts the button to rest for half a minute, with the seconds left on it. */
export const expectRest = async (visit: Visit, name: string): Promise<void> => {
  const asleep = visit.page.locator(`[data-testid="${name}"]:disabled`)
  await visit.id(name).waitFor()
  await visit.page.clock.pauseAt((NOW + 600) * 1000)
  await visit.id(name).click()
  await stepUntil(visit, asleep)
  expect(await visit.id(name).textContent()).toContain('30')
  await visit.page.clock.runFor(REST_MS - 1000)
  expect(await asleep.count()).toBe(1)
  await visit.page.clock.runFor(2000)
  await asleep.waitFor({ state: 'detached' })
}
