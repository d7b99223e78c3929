import { expect, it } from 'bun:test'
import { withoutSecrets } from './without-secrets.ts'

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
