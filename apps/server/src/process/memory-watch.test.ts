import { expect, it } from 'bun:test'
import { watchMemory } from './memory-watch.ts'

const open = (maxBytes: number) => {
  const seen = { bytes: 0, collections: 0 }
  const watch = watchMemory(maxBytes, { residentBytes: () => seen.bytes, collect: () => void seen.collections++ })
  const at = (bytes: number) => {
    seen.bytes = bytes
    watch.look()
    return watch.level()
  }
  return { seen, watch, at }
}

it('tells free, tight and full apart by nine tenths and the whole of the bound', () => {
  const { watch, at } = open(1000)
  expect([at(0), at(899), at(900), at(999), at(1000), at(5000), at(500)]).toEqual([
    'free',
    'free',
    'tight',
    'tight',
    'full',
    'full',
    'free',
  ])
  watch.stop()
})

it('asks for a collection when memory gets tight, and not again at once', () => {
  const { seen, watch, at } = open(1000)
  at(800)
  expect(seen.collections).toBe(0)
  for (let look = 0; look < 21; look++) at(950)
  expect(seen.collections).toBe(1)
  at(1200)
  expect(seen.collections).toBe(2)
  watch.stop()
})

it('is always free without a bound', () => {
  const { at } = open(Infinity)
  expect(at(1e12)).toBe('free')
})

it('reads what this process uses', () => {
  const watch = watchMemory(1)
  watch.look()
  expect(watch.level()).toBe('full')
  watch.stop()
})
