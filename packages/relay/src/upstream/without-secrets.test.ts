import { expect, it } from 'bun:test'
import { withoutKeys, withoutPlaces, withoutSecrets } from './without-secrets.ts'

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

it.each([
  ['Limit reached in organization org-AbCdEf123456 on proj_9876543210', 'Limit reached in organization *** on ***'],
  ['refused by http://gateway-7:8080/v1/chat and https://models.svc.internal/x', 'refused by http://***/v1/chat and https://***/x'],
  ['dial tcp 10.0.3.14:8443: connection refused', 'dial tcp ***: connection refused'],
  ['at 192.168.1.5, 172.20.0.9:80, 169.254.169.254 and 127.0.0.1', 'at ***, ***, *** and ***'],
  ['host vllm-0.models.local:8000 is down', 'host *** is down'],
])('takes places and accounts out of %p', (text, shown) => {
  expect(withoutPlaces(text)).toBe(shown)
})

it.each([
  'Could not fetch https://example.com/a.png: see https://platform.openai.com/docs',
  'organization is missing; org-chart.png and local.png are no pictures',
  'version 10.1.2 of 172.15.0.1 and 8.8.8.8',
  "Invalid schema for function 'proj_list': internal error",
])('leaves %p as it is', (text) => {
  expect(withoutPlaces(text)).toBe(text)
})

it.each(['a.', 'a-', 'http://a-'])('takes no time over a long text of %j', (piece) => {
  const text = piece.repeat(50_000)
  const startedAt = performance.now()
  withoutPlaces(text)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
