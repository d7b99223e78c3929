import { expect, test } from 'bun:test'
import { changesOf, expiryIn, isSecretNeeded, shownValue, storedIn, typedSince } from './option-changes.ts'

const stored = storedIn([
  { key: 'SMTPServer', value: 'mail.example' },
  { key: 'SMTPPort', value: '587' },
  { key: 'ServerAddress', value: 'https://gw.example' },
  { key: 'ModelRatio', value: '{"m":1}' },
])
const smtp = [
  { key: 'SMTPServer', control: 'text' },
  { key: 'SMTPPort', control: 'number' },
  { key: 'SMTPToken', control: 'secret' },
] as const
const ratio = [{ key: 'ModelRatio', control: 'json' }] as const
const address = [{ key: 'ServerAddress', control: 'url' }] as const

test('a key the server does not send has its default', () => {
  expect(stored('RetryTimes')).toBe('2')
})

test('sends what changed, in the order of the fields', () => {
  expect(changesOf(smtp, { SMTPToken: 's3cret', SMTPServer: 'mx.example' }, stored)).toEqual([
    { key: 'SMTPServer', value: 'mx.example' },
    { key: 'SMTPToken', value: 's3cret' },
  ])
})

test('C-526 C-528 an emptied number and an empty secret are left alone', () => {
  expect(changesOf(smtp, { SMTPPort: '', SMTPToken: '' }, stored)).toEqual([])
})

test('a number is sent in plain digits, and may then be no change', () => {
  expect(changesOf(smtp, { SMTPPort: '４６５' }, stored)).toEqual([{ key: 'SMTPPort', value: '465' }])
  expect(changesOf(smtp, { SMTPPort: ' 587.0 ' }, stored)).toEqual([])
})

test('a text can be emptied', () => {
  expect(changesOf(smtp, { SMTPServer: '' }, stored)).toEqual([{ key: 'SMTPServer', value: '' }])
})

test('C-521 one trailing slash of an address is taken off, and then it may be no change', () => {
  expect(changesOf(address, { ServerAddress: 'https://new.example/' }, stored)).toEqual([
    { key: 'ServerAddress', value: 'https://new.example' },
  ])
  expect(changesOf(address, { ServerAddress: 'https://gw.example/' }, stored)).toEqual([])
})

test('C-562 an empty map is shown as nothing and sent as one', () => {
  expect(shownValue('json', '{}')).toBe('')
  expect(changesOf(ratio, { ModelRatio: ' ' }, stored)).toEqual([{ key: 'ModelRatio', value: '{}' }])
})

test('a map is shown line by line, and showing it is no change', () => {
  expect(shownValue('json', '{"m":1}')).toBe('{\n  "m": 1\n}')
  expect(changesOf(ratio, { ModelRatio: '{\n  "m": 1\n}' }, stored)).toEqual([])
})

test('what is no map is shown as it is stored', () => {
  expect([shownValue('text', '{}'), shownValue('choice', '{"m":1}'), shownValue('json', 'x')]).toEqual(['{}', '{"m":1}', 'x'])
})

test('C-541 a secret is never shown', () => {
  expect(shownValue('secret', 'leaked')).toBe('')
})

test('a secret is needed again while its address is being changed and it is not typed', () => {
  expect(isSecretNeeded('SMTPToken', {}, stored)).toBe(false)
  expect(isSecretNeeded('SMTPToken', { SMTPServer: 'mail.example' }, stored)).toBe(false)
  expect(isSecretNeeded('SMTPToken', { SMTPServer: 'mx.example' }, stored)).toBe(true)
  expect(isSecretNeeded('SMTPToken', { SMTPPort: '465', SMTPToken: 's3cret' }, stored)).toBe(false)
  expect(isSecretNeeded('GitHubClientSecret', { GitHubClientId: 'new' }, stored)).toBe(false)
})

test('what is typed while a save is under way stays', () => {
  const sent = { SMTPServer: 'mx.example', SMTPToken: 'old' }
  expect(typedSince({ SMTPServer: 'mx.example', SMTPToken: 'newer', SMTPPort: '25' }, sent)).toEqual({ SMTPToken: 'newer', SMTPPort: '25' })
  expect(typedSince(sent, sent)).toEqual({})
})

test('days after which logs are deleted are told apart from other changes and from keeping them for ever', () => {
  expect(expiryIn([{ key: 'LogBodiesDays', value: '9' }])).toBe(0)
  expect(expiryIn([{ key: 'LogRetentionDays', value: '0' }])).toBe(0)
  expect(expiryIn([{ key: 'LogRetentionDays', value: '3d' }])).toBe(0)
  expect(
    expiryIn([
      { key: 'LogBodiesDays', value: '9' },
      { key: 'LogRetentionDays', value: '30' },
    ]),
  ).toBe(30)
})
