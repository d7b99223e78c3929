import { expect, test } from 'bun:test'
import { safeClass, safeId, safeStyle } from './safe-markup.ts'

test.each([
  ['color: red', 'color: red'],
  ['COLOR:#ff0000;text-align:center', 'color: #ff0000; text-align: center'],
  ['margin: 0 auto; padding: 4px 8px 1.5em 2%', 'margin: 0 auto; padding: 4px 8px 1.5em 2%'],
  ['color: rgba(0, 0, 0, 0.5)', 'color: rgba(0, 0, 0, 0.5)'],
  [`font-family: "Times New Roman", serif`, `font-family: "Times New Roman", serif`],
  ['border: 1px solid #ccc', 'border: 1px solid #ccc'],
])('%s stays', (style, kept) => {
  expect(safeStyle(style)).toBe(kept)
})

test.each([
  'position: fixed',
  'z-index: 9999',
  'inset: 0',
  'transform: scale(9)',
  'background: url(https://evil.example/x)',
  'background-color: url(https://evil.example/x)',
  'color: expression(alert(1))',
  'color: var(--x)',
  'margin-top: -500px',
  'width: calc(100% + 100px)',
  'color: red !important',
  'color: re/**/d',
  'p\\6fsition: fixed',
  '--x: 1',
  'behavior: url(x)',
  'font-family: "a;position:fixed"',
])('%s goes', (style) => {
  expect(safeStyle(style)).toBe('')
})

test('what is safe beside it stays', () => {
  expect(safeStyle('position: fixed; color: red; background-image: url(x); width: 50%')).toBe('color: red; width: 50%')
})

test('classes of the console’s own go, others stay', () => {
  expect(safeClass('note ant-modal-mask  _mask_1x2 css-var-root anticon big')).toBe('note big')
})

test('ids stay unless the console uses them itself', () => {
  expect(['cf', 'my-note_2', 'root', 'Content', '2x', 'a b', ''].map(safeId)).toEqual(['cf', 'my-note_2', '', '', '', '', ''])
})
