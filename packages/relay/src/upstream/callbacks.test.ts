import { describe, expect, it } from 'bun:test'
import { Callbacks } from './callbacks.ts'

const called = (callbacks: Callbacks, calls: string[]): string => {
  calls.length = 0
  callbacks.callAll()
  return calls.toSorted().join('')
}

describe('callbacks', () => {
  it('are called as long as they are there, whichever leaves, and leave once', () => {
    for (const leaving of ['a', 'b', 'c', 'ab', 'ca', 'bc', 'abc', 'bcab']) {
      const calls: string[] = []
      const callbacks = new Callbacks()
      const leave = new Map(['a', 'b', 'c'].map((name) => [name, callbacks.add(() => void calls.push(name))]))
      expect(called(callbacks, calls)).toBe('abc')
      for (const name of leaving) leave.get(name)?.()
      const left = ['a', 'b', 'c'].filter((name) => !leaving.includes(name)).join('')
      expect(called(callbacks, calls)).toBe(left)
      expect(callbacks.isEmpty).toBe(left === '')
      callbacks.add(() => void calls.push('d'))
      expect(called(callbacks, calls)).toBe(`${left}d`)
    }
  })

  it('that are taken out by another one while all are called are not called', () => {
    const calls: string[] = []
    const callbacks = new Callbacks()
    const leave: (() => void)[] = []
    for (const name of ['a', 'b', 'c', 'd'])
      leave.push(
        callbacks.add(() => {
          calls.push(name)
          for (const go of leave) go()
        }),
      )
    callbacks.callAll()
    expect(calls.length).toBe(1)
    expect(callbacks.isEmpty).toBe(true)
  })
})
