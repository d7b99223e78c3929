import { expect, it } from 'bun:test'
import { U1, token } from './harness/fixtures.ts'
import { fail, httpError, ok } from './harness/replies.ts'
import { openStill, stepUntil } from './harness/still-clock.ts'
import { acceptance } from './harness/suite.ts'
import type { ToastKind, Visit } from './harness/visit.ts'

const at = (width: number) => ({ width, height: 800 })
const row = { 'GET /api/token/': ok([token(7)]) }

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

  it('C-119 a notice with markup stays twenty seconds', async () => {
    await using visit = await openStill(open, { answers: { 'GET /api/notice': ok('<b>news</b>') } }, '/')
    await expectLife(visit, 'notice', 20_000)
  })

  it('C-120 C-121 a notice without markup stays until it is closed', async () => {
    await using visit = await openStill(open, { answers: { 'GET /api/notice': ok('news') } }, '/')
    await stepUntil(visit, visit.toasts('notice'))
    await visit.page.clock.runFor(120_000)
    expect(await visit.toasts('notice').textContent()).toContain('news')
    await visit.toasts('notice').getByRole('button').click()
    await visit.toasts('notice').waitFor({ state: 'detached' })
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
