import { expect, it } from 'bun:test'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { vertex } from './index.ts'

const KEY = JSON.stringify({ project_id: 'p', client_email: 'a@p.test', private_key: 'x' })
const CALL = {
  task: 'embeddings',
  model: 'text-embedding-005',
  isStream: false,
  body: { input: 'x' },
  form: undefined,
  rawBody: '',
} as const

const hostAt = (region: string): string => {
  const target = { baseUrl: '', key: KEY, other: '', config: { region }, modelMapping: {}, systemPrompt: '' }
  const encoded = vertex.tasks?.embeddings?.encode(CALL, target, { now: 0, nonce: () => '', accessToken: 'ya29.token' })
  return new URL(encoded?.url ?? '').host
}

it('sends the token of an account to the host of its region', () => {
  expect(['', 'global', 'eu', 'europe-west4', '{"default":"us-east5"}'].map(hostAt)).toEqual([
    'aiplatform.googleapis.com',
    'aiplatform.googleapis.com',
    'aiplatform.eu.rep.googleapis.com',
    'europe-west4-aiplatform.googleapis.com',
    'us-east5-aiplatform.googleapis.com',
  ])
})

it.each(['evil.test/', 'evil.test#', 'evil.test?', 'a@evil.test:443/', 'evil.test\\', 'us east', '{"default":"evil.test/"}'])(
  'SF-07 sends it nowhere where the region %p would make another host',
  (region) => {
    expect(() => hostAt(region)).toThrow(UnusableKey)
  },
)
