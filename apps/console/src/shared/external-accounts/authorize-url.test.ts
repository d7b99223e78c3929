import { expect, test } from 'bun:test'
import { authorizeUrl } from './authorize-url.ts'
import { offeredProviders, offersExternalSignIn } from './offered-providers.ts'

const status = {
  github_oauth: true,
  github_client_id: 'gh1',
  lark_client_id: 'lk1',
  oidc: true,
  oidc_client_id: 'od1',
  oidc_authorization_endpoint: 'https://id.example/authorize?tenant=a',
}
const request = { state: 's&1', origin: 'https://gw.example' }
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('C-128 offers what the status names, in one order', () => {
  expect([offeredProviders(status), offeredProviders({}), offeredProviders(undefined)]).toEqual([['github', 'lark', 'oidc'], [], []])
})

test('offers no OpenID Connect whose address is not known yet', () => {
  expect(offeredProviders({ oidc: true, oidc_authorization_endpoint: '' })).toEqual([])
})

test('C-150 GitHub is asked for the e-mail address', () => {
  const url = authorizeUrl('github', status, request)
  expect(url).toStartWith('https://github.com/login/oauth/authorize?')
  expect(queryOf(url)).toEqual({ client_id: 'gh1', state: 's&1', scope: 'user:email' })
})

test('C-151 Lark comes back to its own page', () => {
  const url = authorizeUrl('lark', status, request)
  expect(url).toStartWith('https://open.feishu.cn/open-apis/authen/v1/index?')
  expect(queryOf(url)).toEqual({ app_id: 'lk1', state: 's&1', redirect_uri: 'https://gw.example/oauth/lark' })
})

test('OpenID Connect keeps the query of the configured address', () => {
  expect(queryOf(authorizeUrl('oidc', status, request))).toEqual({
    tenant: 'a',
    client_id: 'od1',
    state: 's&1',
    redirect_uri: 'https://gw.example/oauth/oidc',
    response_type: 'code',
    scope: 'openid profile email',
  })
})

test('any one of them is another way in', () => {
  const statuses = [{}, undefined, { wechat_login: true }, { github_oauth: true }]
  expect(statuses.map(offersExternalSignIn)).toEqual([false, false, true, true])
})
