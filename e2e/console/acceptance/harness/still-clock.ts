import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { NOW } from './fixtures.ts'
import type { Open } from './suite.ts'
import type { Visit, VisitOptions } from './visit.ts'

const STEP_MS = 20
const REST_SECONDS = 30

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

/** A click puts the button to rest for half a minute, with the seconds left on it; every second of it is looked at. */
export const expectRest = async (visit: Visit, name: string, labelOf: (seconds: number) => string): Promise<void> => {
  const asleep = visit.page.locator(`[data-testid="${name}"]:disabled`)
  await visit.id(name).waitFor()
  const before = await visit.id(name).textContent()
  await visit.page.clock.pauseAt((NOW + 600) * 1000)
  await visit.id(name).click()
  await stepUntil(visit, asleep)
  for (let left = REST_SECONDS; left > 0; left -= 1) {
    await asleep.filter({ hasText: new RegExp(`^${labelOf(left)}$`) }).waitFor()
    await visit.page.clock.runFor(1000)
  }
  await asleep.waitFor({ state: 'detached' })
  expect(await visit.id(name).textContent()).toBe(before)
}
