import { expect, test } from 'bun:test'
import { LOGIN_EXPIRED, LOGIN_SECOND_STEP, addPathOf, authPaths, editPathOf, pathOf, routePathOf, settingTab } from './paths.ts'

test('areas have the addresses of their names, but for the home page and the own profile', () => {
  expect([pathOf('home'), pathOf('profile'), pathOf('token'), pathOf('channel')]).toEqual(['/', '/user/edit', '/token', '/channel'])
  expect([addPathOf('token'), editPathOf('channel', 7), settingTab('system')]).toEqual([
    '/token/add',
    '/channel/edit/7',
    '/setting?tab=system',
  ])
})

test('the question where a model goes is an address', () => {
  expect(routePathOf('gpt-4o mini/x')).toBe('/channel?route=gpt-4o+mini%2Fx')
})

test('the pages around signing in have the addresses that mails and providers lead to', () => {
  expect(authPaths).toEqual({
    login: '/login',
    register: '/register',
    reset: '/reset',
    resetConfirm: '/user/reset',
    oauthGithub: '/oauth/github',
    oauthLark: '/oauth/lark',
    oauthOidc: '/oauth/oidc',
  })
  expect([LOGIN_SECOND_STEP, LOGIN_EXPIRED]).toEqual(['/login?step=factor', '/login?expired=true'])
})
