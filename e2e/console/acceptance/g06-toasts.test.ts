import { expect, it } from 'bun:test'
import type { Locator } from 'playwright-core'
import { NOW, U1, token } from './harness/fixtures.ts'
import { fail, httpError, ok } from './harness/replies.ts'
import { acceptance, type Open } from './harness/suite.ts'
import type { ToastKind, Visit, VisitOptions } from './harness/visit.ts'

const STEP_MS = 20

const at = (width: number) => ({ width, height: 800 })
const row = { 'GET /api/token/': ok([token(7)]) }

/** The clock stands still between the steps, so the machine may be as slow as it likes. */
const stepUntil = async (visit: Visit, found: Locator) => {
  for (let step = 0; step < 500 && (await found.count()) === 0; step += 1) await visit.page.clock.runFor(STEP_MS)
}

const openStill = async (open: Open, options: VisitOptions, path: string) => {
  const visit = await open({ ...options, clock: 'controlled' })
  await visit.page.clock.pauseAt((NOW + 1) * 1000)
  await visit.goto(path)
  return visit
}

/** Shown until just before its time, gone shortly after it. */
const expectLife = async (visit: Visit, kind: ToastKind, ms: number) => {
  await stepUntil(visit, visit.toasts(kind))
  await visit.page.clock.runFor(ms - 100)
  expect(await visit.toasts(kind).count()).toBe(1)
  await visit.page.clock.runFor(700)
  await visit.toasts(kind).waitFor({ state: 'detached' })
}

const middleOf = async (visit: Visit) => {
  await visit.toasts('error').first().waitFor()
  const box = await visit.toasts('error').first().boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0) / 2
}

acceptance('G06 toasts', (open) => {
  it('C-115 a success stays a second and a half', async () => {
    await using visit = await openStill(open, { user: U1, answers: { ...row, 'PUT /api/token/': ok(token(7)) } }, '/token')
    await stepUntil(visit, visit.row(7))
    await visit.act(7, 'disable').click()
    await expectLife(visit, 'success', 1500)
  })

  it.each([
    ['C-116', 'info', { ms: 3000, reply: httpError(405) }],
    ['C-117', 'error', { ms: 5000, reply: fail('x') }],
  ] as const)('%s %s stays its time', async (_code, kind, { ms, reply }) => {
    await using visit = await openStill(open, { user: U1, answers: { 'GET /api/token/': reply } }, '/token')
    await expectLife(visit, kind, ms)
  })

  it('C-118 a warning stays ten seconds', async () => {
    await using visit = await openStill(open, { user: U1, isClipboardBlocked: true, answers: row }, '/token')
    await stepUntil(visit, visit.row(7))
    await visit.act(7, 'copy').click()
    await expectLife(visit, 'warning', 10_000)
  })

  it('C-122 C-601 stand in the middle of a narrow window', async () => {
    await using visit = await open({ user: U1, path: '/token', viewport: at(600), answers: { 'GET /api/token/': fail('x') } })
    expect(Math.abs((await middleOf(visit)) - 300)).toBeLessThan(10)
  })

  it('C-123 stand at the right of a wider one', async () => {
    await using visit = await open({ user: U1, path: '/token', viewport: at(601), answers: { 'GET /api/token/': fail('x') } })
    expect(await middleOf(visit)).toBeGreaterThan(320)
  })

  it('C-124 two errors are readable side by side', async () => {
    const answers = { ...row, 'PUT /api/token/': fail('first'), 'DELETE /api/token/7/': fail('second') }
    await using visit = await open({ user: U1, path: '/token', answers })
    await visit.act(7, 'disable').click()
    await visit.toast('error', 'first')
    await visit.act(7, 'delete').click()
    await visit.id('btn-confirm').click()
    await visit.toast('error', 'second')
    expect(await visit.toasts('error').count()).toBe(2)
  })
})
