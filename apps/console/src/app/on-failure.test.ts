import { beforeEach, expect, test } from 'bun:test'
import { CallError } from '../shared/api/call-error.ts'
import { toasts } from '../shared/feedback/notify.ts'
import { authSession } from '../shared/session/auth-session.ts'
import { createOnFailure } from './on-failure.ts'

const alice = { id: 2, username: 'alice', display_name: 'Alice', role: 1, status: 1 }
const unauthorised = new CallError({ kind: 'status', status: 401, message: 'x' })

const open = (pathname: string) => {
  const visited: string[] = []
  let forgotten = 0
  const onFailure = createOnFailure({
    pathname: () => pathname,
    goTo: (path) => visited.push(path),
    forgetData: () => {
      forgotten += 1
    },
  })
  return { onFailure, visited, forgotten: () => forgotten }
}

const shownTexts = () => toasts.shown().map(({ kind, text }) => `${kind}: ${text}`)

beforeEach(() => {
  for (const { id } of toasts.shown()) toasts.dismiss(id)
  authSession.signIn(alice)
})

test('C-096 C-098 401 drops the user and goes to the sign-in page without a toast', () => {
  const { onFailure, visited, forgotten } = open('/token')
  onFailure(unauthorised, undefined)
  expect({ visited, user: authSession.user(), toasts: shownTexts(), forgotten: forgotten() }).toEqual({
    visited: ['/login?expired=true'],
    user: undefined,
    toasts: [],
    forgotten: 1,
  })
})

test('401 on the sign-in page itself changes nothing', () => {
  const { onFailure, visited } = open('/login')
  onFailure(unauthorised, undefined)
  expect({ visited, user: authSession.user() }).toEqual({ visited: [], user: alice })
})

test('C-107 C-109 a text of the call replaces the one of the policy, in one toast', () => {
  open('/').onFailure(new CallError({ kind: 'offline' }), { failure: 'error.status' })
  expect(shownTexts()).toEqual(['error: 无法正常连接至服务器！'])
})

test('C-101 405 is told as information', () => {
  open('/').onFailure(new CallError({ kind: 'status', status: 405, message: '' }), undefined)
  expect(toasts.shown().map(({ kind }) => kind)).toEqual(['info'])
})

test('C-406 a call without any answer may have a text of its own, and a refusal keeps the words of the server', () => {
  const { onFailure } = open('/')
  onFailure(new CallError({ kind: 'offline' }), { lost: 'topup.lost' })
  onFailure(new CallError({ kind: 'refused', message: 'used code' }), { lost: 'topup.lost' })
  expect(shownTexts()).toEqual(['error: 请求失败', 'error: used code'])
})

test('nothing is said about a text that the screen does without', () => {
  open('/').onFailure(new CallError({ kind: 'status', status: 404, message: '' }), { isOptional: true })
  expect(shownTexts()).toEqual([])
})

test('a text of the call has the words of the server in it, where there are any', () => {
  const { onFailure } = open('/')
  onFailure(new CallError({ kind: 'refused', message: 'busy' }), { failure: 'error.other' })
  onFailure(new CallError({ kind: 'offline' }), { failure: 'error.other' })
  expect(shownTexts()).toEqual(['error: 错误：busy', 'error: 错误：'])
})
