import { expect, it } from 'bun:test'
import { U100 } from '../acceptance/harness/fixtures.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming, atRest, untilTrue } from './screens.ts'

const MEGABYTE = 1024 * 1024
/** What a pattern of an address, a number, a list or JSON would begin with, again and again, up to an end that does not fit. */
const UNIT = '{"a":"10.0.0.0/8,a@a.b http://a.b/'

const FIELDS = `[...document.querySelectorAll('input, textarea')].filter((field) =>
  !field.readOnly && !field.disabled && field.offsetParent !== null && field.role !== 'combobox' && ['text', 'password', 'email', 'search', 'textarea', 'url'].includes(field.type))`

/** Types into every field of the page and asks for it to be saved; the number of fields. */
const FILL = `(async () => {
  const text = ${JSON.stringify(UNIT)}.repeat(${Math.ceil(MEGABYTE / UNIT.length)}) + '!'
  const step = async (act) => {
    act()
    for (let turn = 0; turn < 50; turn++) await null
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
  return fields.length
})()`

const visitorForms = ['/login', '/register']
const forms = [...visitorForms, '/token/add', '/channel/add', '/setting?tab=operation', '/setting?tab=system']

acceptance('IN-21 a megabyte in every field', (open) => {
  // A pattern that goes back over what it has read takes minutes for a megabyte, longer than the test is given.
  it.each(forms)('%s takes it', async (path) => {
    const user = visitorForms.includes(path) ? {} : { user: U100 }
    await using visit = await open({ ...user, path, answers: answersNaming('name') })
    await atRest(visit)
    // On a busy machine the network is idle while the code of the form is still read.
    await untilTrue(visit, `${FIELDS}.length > 0`)
    expect(await visit.page.evaluate<number>(FILL)).toBeGreaterThan(0)
  })
})
