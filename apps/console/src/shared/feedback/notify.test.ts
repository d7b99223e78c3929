import { expect, test } from 'bun:test'
import { createToasts } from './notify.ts'

const open = (width = 1280) => {
  const surroundings = { time: 0, width }
  return { surroundings, toasts: createToasts({ now: () => surroundings.time, width: () => surroundings.width }) }
}

test.each([
  ['C-115', 'success', 1500],
  ['C-116', 'info', 3000],
  ['C-117', 'error', 5000],
  ['C-118', 'warning', 10_000],
] as const)('%s a %s toast lasts %d ms', (_, kind, durationMs) => {
  const { toasts } = open()
  toasts.show({ kind, text: 'x' })
  expect(toasts.shown()[0]?.durationMs).toBe(durationMs)
})

test('C-119 C-120 a notice with HTML lasts 20 s, one without stays', () => {
  const { toasts } = open()
  toasts.show({ kind: 'notice', text: '', html: '<b>x</b>' })
  toasts.show({ kind: 'notice', text: 'x' })
  expect(toasts.shown().map((toast) => toast.durationMs)).toEqual([20_000, undefined])
})

test('a success that can be taken back has its own time and stays as an offer until ten seconds are over', () => {
  const { toasts } = open()
  const action = { label: 'undo', run: () => undefined }
  toasts.show({ kind: 'success', text: 'x', detail: 'one', action })
  toasts.show({ kind: 'success', text: 'x', detail: 'one', action })
  const seen = () => toasts.shown().map(({ kind, detail, durationMs, count }) => [kind, detail, durationMs, count])
  expect(seen()).toEqual([
    ['success', 'one', 1500, 1],
    ['success', 'one', 1500, 1],
  ])
  const first = toasts.shown()[0]?.id ?? 0
  toasts.elapse(first)
  expect(seen()[0]).toEqual(['offer', 'one', 8500, 1])
  toasts.elapse(first)
  expect(seen()).toEqual([['success', 'one', 1500, 1]])
})

test('any other toast is gone when its time is over, and equal words about two things are two toasts', () => {
  const { toasts } = open()
  toasts.show({ kind: 'success', text: 'x', detail: 'one' })
  toasts.show({ kind: 'success', text: 'x', detail: 'two' })
  expect(toasts.shown().map(({ detail }) => detail)).toEqual(['one', 'two'])
  toasts.elapse(toasts.shown()[0]?.id ?? 0)
  expect(toasts.shown().map(({ detail }) => detail)).toEqual(['two'])
})

test('C-122 C-123 the place follows the width at the time of showing', () => {
  const { surroundings, toasts } = open(600)
  toasts.show({ kind: 'info', text: 'narrow' })
  surroundings.width = 601
  toasts.show({ kind: 'info', text: 'wide' })
  expect(toasts.shown().map((toast) => toast.placement)).toEqual(['top', 'topRight'])
})

test('C-124 two different errors stand side by side', () => {
  const { toasts } = open()
  toasts.show({ kind: 'error', text: 'a' })
  toasts.show({ kind: 'error', text: 'b' })
  expect(toasts.shown().map((toast) => toast.text)).toEqual(['a', 'b'])
})

test('an identical toast within two seconds is counted instead of repeated', () => {
  const { surroundings, toasts } = open()
  surroundings.time = 10_000
  toasts.show({ kind: 'error', text: 'a' })
  surroundings.time = 11_999
  toasts.show({ kind: 'error', text: 'a' })
  expect(toasts.shown().map((toast) => toast.count)).toEqual([2])
  surroundings.time = 13_999
  toasts.show({ kind: 'error', text: 'a' })
  expect(toasts.shown().map((toast) => toast.count)).toEqual([2, 1])
})

test('C-121 dismissing removes exactly that toast', () => {
  const { toasts } = open()
  toasts.show({ kind: 'notice', text: 'a' })
  toasts.show({ kind: 'notice', text: 'b' })
  toasts.dismiss(toasts.shown()[0]?.id ?? 0)
  expect(toasts.shown().map((toast) => toast.text)).toEqual(['b'])
})

test('six stand at once, the oldest goes, and each has a number of its own and stands for one', () => {
  const { toasts } = open()
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) toasts.show({ kind: 'info', text })
  expect(toasts.shown().map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
  expect(toasts.shown().map(({ id, count }) => [id, count])).toEqual([2, 3, 4, 5, 6, 7].map((id) => [id, 1]))
})
