import { expect, test } from 'bun:test'
import { themeChoiceOf } from './theme-choice.ts'

test('what the reader chose counts before what the operator set', () => {
  expect([themeChoiceOf('light', 'dark'), themeChoiceOf('system', 'dark')]).toEqual(['light', 'system'])
})

test('without a choice, what the operator set counts; a look that is not built in follows the system', () => {
  expect([themeChoiceOf('', 'dark'), themeChoiceOf('', 'berry'), themeChoiceOf('', undefined)]).toEqual(['dark', 'system', 'system'])
})
