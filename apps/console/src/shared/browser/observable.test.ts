import { expect, test } from 'bun:test'
import { createObservable } from './observable.ts'

test('listeners hear of every change until they leave', () => {
  const observable = createObservable('a')
  const heard: string[] = []
  const leave = observable.subscribe(() => heard.push(observable.get()))
  observable.set('b')
  leave()
  observable.set('c')
  expect({ heard, now: observable.get() }).toEqual({ heard: ['b'], now: 'c' })
})
