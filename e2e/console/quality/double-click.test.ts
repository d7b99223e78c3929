import { expect, it } from 'bun:test'
import { U100, token } from '../acceptance/harness/fixtures.ts'
import { held, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { answersNaming } from './screens.ts'

/** Both clicks reach the page before it is drawn again, as on a device that is slow to draw. Between them a form has checked its fields. */
const clickTwice = (visit: Visit, testId: string) =>
  visit.page.evaluate(`(async () => {
    const button = document.querySelector('[data-testid="${testId}"]')
    button.click()
    for (let turn = 0; turn < 500; turn += 1) await undefined
    button.click()
  })()`)

interface Deed {
  readonly path: string
  readonly call: string
  readonly prepare: (visit: Visit) => Promise<void>
  readonly button: string
  readonly answer: unknown
}

const deeds: Readonly<Record<string, Deed>> = {
  'creates one token': {
    path: '/token/add',
    call: 'POST /api/token/',
    prepare: (visit) => visit.id('field-name').fill('one'),
    button: 'btn-save',
    answer: token(1),
  },
  'creates one set of redemption codes': {
    path: '/redemption/add',
    call: 'POST /api/redemption/',
    prepare: (visit) => visit.id('field-name').fill('one'),
    button: 'btn-save',
    answer: ['code'],
  },
  'adds to a balance once': {
    path: '/user',
    call: 'POST /api/user/manage',
    prepare: async (visit) => {
      await visit.row(3).getByTestId('btn-adjust').click()
      await visit.id('field-balance').fill('500000')
    },
    button: 'btn-balance',
    answer: { status: 1, role: 1, quota: 600_000 },
  },
  'redeems a code once': {
    path: '/topup',
    call: 'POST /api/user/topup',
    prepare: (visit) => visit.id('field-code').fill('a-code'),
    button: 'btn-redeem',
    answer: 500_000,
  },
}

acceptance('two clicks where one was meant', (open) => {
  it.each(Object.entries(deeds))('%s', async (_name, { path, call, prepare, button, answer }) => {
    const { reply, release } = held()
    await using visit = await open({ user: U100, path, answers: { ...answersNaming('app'), [call]: () => reply } })
    await prepare(visit)
    await clickTwice(visit, button)
    await visit.api.called(call)
    await visit.settle()
    expect(visit.api.calls(call).length).toBe(1)
    release(ok(answer))
    await visit.toasts('success').waitFor()
    expect(await visit.toasts('success').textContent()).not.toContain('×2')
    expect([...visit.errors, ...visit.complaints]).toEqual([])
  })
})
