import { expect, it } from 'bun:test'
import { withoutKeys, withoutSecrets } from './without-secrets.ts'

it.each([
  ['no key in here', ['sk-12345678'], 'no key in here'],
  ['your key sk-12345678 is wrong, sk-12345678!', ['sk-12345678'], 'your key *** is wrong, ***!'],
  ['AKIA1234|secret99|us-east', ['AKIA1234|secret99|us-east'], '***'],
  ['AKIA1234 and secret99 in us-east', ['AKIA1234|secret99|us-east'], '*** and *** in us-east'],
  ['AKIA1234 and secret99', ['AKIA1234:secret99'], '*** and ***'],
  ['AKIA1234 and secret99', ['AKIA1234 secret99'], '*** and ***'],
  ['1234567 and 12345678', ['1234567', '12345678'], '1234567 and ***'],
  ['key secretone-and-more', ['secretone', 'secretone-and-more'], 'key ***'],
])('turns %p without %j into %p', (text, secrets, shown) => {
  expect(withoutSecrets(text, secrets)).toBe(shown)
})

it.each([
  ['Incorrect API key provided: sk-proj-abcdefghijkl. See', 'Incorrect API key provided: ***. See'],
  ['AIzaSyA-1234567890abcdefghijk is not valid', '*** is not valid'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'token ***'],
  ['header Bearer abcdefgh12 refused', 'header *** refused'],
  ['gsk_0123456789abcdef and xai-0123456789abcdef', '*** and ***'],
  ['request req_011CSHoEeqs5C35K2UUqR7Fy of gpt-4o-mini-2024-07-18', 'request req_011CSHoEeqs5C35K2UUqR7Fy of gpt-4o-mini-2024-07-18'],
  ['sk-short', 'sk-short'],
])('masks keys in %p', (text, shown) => {
  expect(withoutKeys(text)).toBe(shown)
})
