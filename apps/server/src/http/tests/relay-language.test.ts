import { afterAll, beforeAll, expect, it } from 'bun:test'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

const wordsOf = async (path: string, language: string | undefined): Promise<string> => {
  const headers = { authorization: 'Bearer sk-none', ...(language !== undefined && { 'accept-language': language }) }
  const reply = await harness.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body: '{}' }), '127.0.0.1')
  return await reply.text()
}

it.each(['/v1/chat/completions', '/v1/messages', '/v1beta/models/m:generateContent'])(
  'what %s refuses is said in English unless Chinese is asked for first',
  async (path) => {
    for (const language of [undefined, '*', 'en', 'de, en;q=0.5, zh;q=0.1'])
      expect(await wordsOf(path, language)).toContain('Invalid token')
    for (const language of ['zh', 'zh-CN,zh;q=0.9,en;q=0.8']) expect(await wordsOf(path, language)).toContain('无效的令牌')
  },
)

it('the management API speaks Chinese unless English is asked for first', async () => {
  expect(await wordsOf('/api/user/login', undefined)).toMatch(/[一-龥]/)
  expect(await wordsOf('/api/user/login', 'en')).not.toMatch(/[一-龥]/)
})
