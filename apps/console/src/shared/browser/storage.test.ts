import { afterEach, expect, test } from 'bun:test'
import { memoryStorage, openStorage, type KeyValueStorage } from './storage.ts'

const original = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
afterEach(() => {
  if (original === undefined) Reflect.deleteProperty(globalThis, 'localStorage')
  else Object.defineProperty(globalThis, 'localStorage', original)
})

const offer = (get: () => KeyValueStorage): void => void Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })

test('memory keeps what is written until it is removed', () => {
  const storage = memoryStorage()
  storage.setItem('a', '1')
  expect(storage.getItem('a')).toBe('1')
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test('the storage of the browser is used, and nothing is left in it by trying', () => {
  const storage = memoryStorage()
  offer(() => storage)
  expect(openStorage('localStorage')).toBe(storage)
  expect(storage.getItem('ui.probe')).toBeNull()
})

test('a storage that is blocked or takes nothing is replaced by memory', () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  const blocked = (): never => {
    throw new Error('blocked')
  }
  for (const get of [() => full, blocked]) {
    offer(get)
    const storage = openStorage('localStorage')
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
  }
})
