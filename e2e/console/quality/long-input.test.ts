import { expect, it } from 'bun:test'
import { U100 } from '../acceptance/harness/fixtures.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming, atRest } from './screens.ts'

const MEGABYTE = 1024 * 1024
/** Four times the text may take four times as long, and twice that on a busy machine; whoever goes back over what was read takes sixteen. */
const GROWTH = 8
const SLACK_MS = 100
/** What a pattern of an address, a number, a list or JSON would begin with, again and again, up to an end that does not fit. */
const UNIT = '{"a":"10.0.0.0/8,a@a.b http://a.b/'
const TRIES = 3

const FIELDS = `[...document.querySelectorAll('input, textarea')].filter((field) =>
  !field.readOnly && !field.disabled && field.offsetParent !== null && field.role !== 'combobox' && ['text', 'password', 'email', 'search', 'textarea', 'url'].includes(field.type))`

/** Types into every field of the page and asks for it to be saved; the slowest step of the console's own code, in milliseconds. */
const slowestStep = (length: number) => `(async () => {
  const text = ${JSON.stringify(UNIT)}.repeat(${Math.ceil(length / UNIT.length)}) + '!'
  let slowest = 0
  const step = async (act) => {
    const start = performance.now()
    act()
    for (let turn = 0; turn < 50; turn++) await null
    slowest = Math.max(slowest, performance.now() - start)
  }
  const write = (field) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    set.call(field, text)
    for (const name of ['input', 'change', 'focusout']) field.dispatchEvent(new Event(name, { bubbles: true }))
  }
  const fields = ${FIELDS}
  for (const field of fields) {
    await step(() => write(field))
    const form = field.closest('form')
    if (form !== null) await step(() => form.requestSubmit())
    await step(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    if (!field.isConnected) break
  }
  return fields.length === 0 ? undefined : slowest
})()`

const visitorForms = ['/login', '/register']
const forms = [...visitorForms, '/token/add', '/channel/add', '/setting?tab=operation', '/setting?tab=system']

acceptance('IN-21 a megabyte in every field', (open) => {
  it.each(forms)('%s takes as much longer as the text is longer, and no more', async (path) => {
    const user = visitorForms.includes(path) ? {} : { user: U100 }
    const timeFor = async (length: number): Promise<number> => {
      await using visit = await open({ ...user, path, answers: answersNaming('name') })
      await atRest(visit)
      return (await visit.page.evaluate<number | undefined>(slowestStep(length))) ?? Number.NaN
    }
    const short = await timeFor(MEGABYTE / 4)
    const times: number[] = []
    do times.push(await timeFor(MEGABYTE))
    while (times.length < TRIES && Math.min(...times) >= GROWTH * short + SLACK_MS)
    expect(Math.min(...times)).toBeLessThan(GROWTH * short + SLACK_MS)
  })
})
