import { describe, expect, it } from 'bun:test'
import { describeProvider } from '../kit/conformance.ts'
import { ali } from './index.ts'

describeProvider(ali, {
  folder: import.meta.dirname,
  isOpenaiWire: true,
  skip: {
    'openai/error-429-quota': 'insufficient_quota is said of the rate here, too',
    'openai/error-in-200': 'insufficient_quota is said of the rate here, too',
  },
})

describe('a picture that is no longer waited for', () => {
  const target = { baseUrl: 'https://ali.example', key: 'sk-1', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
  const cancel = (said: string) => ali.tasks?.['images/generations']?.cancel?.(said, target)

  it('is taken out of the queue by the name of its task', () => {
    expect(cancel('{"output":{"task_id":"t1","task_status":"PENDING"}}')).toEqual({
      method: 'POST',
      url: 'https://ali.example/api/v1/tasks/t1/cancel',
      headers: { authorization: 'Bearer sk-1' },
      body: '',
    })
    expect(cancel('{"code":"InvalidApiKey"}')).toBeUndefined()
  })
})
