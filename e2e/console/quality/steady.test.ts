import { expect, it } from 'bun:test'
import type { Locator } from 'playwright-core'
import { ST_FULL, U100 } from '../acceptance/harness/fixtures.ts'
import { httpError } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('what is measured cannot be seen')
  return box
}

acceptance('what stands on a page', (open) => {
  it.each([360, 1440])('a toast leaves the bar about the password free at %i px', async (width) => {
    const user = { ...U100, default_password: true as const }
    const answers = { ...answersNaming('app'), 'GET /api/token/': httpError(500) }
    await using visit = await open({ user, path: '/token', answers, status: ST_FULL, viewport: { width, height: 800 } })
    await visit.toasts('error').first().waitFor()
    const bar = await boxOf(visit.id('banner-password'))
    const toast = await boxOf(visit.toasts('error').first())
    expect(bar.height).toBeGreaterThan(20)
    expect(toast.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    expect(toast.y + toast.height).toBeLessThan(400)
  })
})
