import { expect, test } from 'bun:test'
import { shortcutFor, type Shortcut } from './shortcut-for.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false }
const make = (key: string): Shortcut => ({ key, label: 'keys.new', run: () => undefined })

test('the key decides', () => {
  const shortcuts = [make('/'), make('n')]
  expect(shortcutFor(shortcuts, { ...bare, key: 'n' })).toBe(shortcuts[1])
  expect(shortcutFor(shortcuts, { ...bare, key: 'x' })).toBeUndefined()
})

test('browser shortcuts are left alone', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(shortcutFor([make('n')], { ...bare, key: 'n', ...held })).toBeUndefined()
})

test('the latest registration of a key wins', () => {
  const shortcuts = [make('n'), make('n')]
  expect(shortcutFor(shortcuts, { ...bare, key: 'n' })).toBe(shortcuts[1])
})
