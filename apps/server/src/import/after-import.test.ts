import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSource } from '@weir/store/dialect/source/open-source'
import { makePlan } from '@weir/store/move-in/make-plan'
import { readOlderData } from '@weir/store/move-in/older-data'
import { ACCESS_TOKEN, OLD_PASSWORD, TOKEN_KEY } from '@weir/store/testing/older/credentials'
import { makeOlderDatabase } from '@weir/store/testing/older/older-database'
import { ONE_API_ROWS } from '@weir/store/testing/older/one-api-rows'
import { openServerHarness, type ServerHarness } from '../testing/server-harness.ts'
import { planRules } from './plan-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-after-import-'))
const sent: string[] = []
let server: ServerHarness

const REPLY = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
}

/** A server that has started on an empty installation and goes on running. */
beforeAll(async () => {
  server = await openServerHarness({
    upstream: async (request) => {
      sent.push(`${request.url} ${new Headers(request.headers).get('authorization')}`)
      return Response.json(REPLY)
    },
  })
  const path = join(folder, 'one-api.db')
  await makeOlderDatabase(path, 'one-api', ONE_API_ROWS)
  const source = await openSource({ kind: 'sqlite', path })
  await server.store.moveIn.write(makePlan(await readOlderData(source, undefined), planRules(1_790_000_000)))
  await source.close()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('after an import', () => {
  it('an old password signs in, and its hash becomes argon2id', async () => {
    expect((await server.store.users.findById(2))?.passwordHash).toStartWith('$2a$')
    await server.signIn('alice', OLD_PASSWORD)
    expect((await server.store.users.findById(2))?.passwordHash).toStartWith('$argon2id$')
    await server.signIn('张伟', OLD_PASSWORD)
  })

  it('an old access token still opens the management API', async () => {
    const answer = await server.call('GET', '/api/user/self', { headers: { authorization: ACCESS_TOKEN } })
    expect(answer.json).toMatchObject({ success: true, data: { id: 1, username: 'root', quota: 500_000_000_000_000 } })
  })

  it('an old key relays by the old channel, and is charged to the old account', async () => {
    await server.configure({ PreConsumedQuota: '0' })
    const before = (await server.store.users.findById(2))?.user.quota ?? 0
    const answer = await server.call('POST', '/v1/chat/completions', {
      headers: { authorization: `Bearer sk-${TOKEN_KEY}` },
      body: { model: 'gpt-4o', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
    })
    expect(answer.status).toBe(200)
    expect(sent).toEqual(['https://upstream.example/v1/chat/completions Bearer sk-upstream'])
    const after = (await server.store.users.findById(2))?.user
    expect(before).toBe(1000)
    expect(after?.quota).toBeLessThan(1000)
    expect((after?.quota ?? 0) + (after?.used_quota ?? 0)).toBe(1250)
    expect(await server.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('the account that the first start made is gone', async () => {
    const answer = await server.call('POST', '/api/user/login', { body: { username: 'root', password: '123456' } })
    expect(answer.json?.['success']).toBe(false)
  })

  it('secrets in the settings of a channel are sealed, and prices of the older version are not frozen', async () => {
    expect((await server.store.channels.get(2))?.config).toBe('{"region":"us-east-1","ak":"AK"}')
    expect((await server.store.channels.secretsOf(2))?.secretConfig).toBe('{"sk":"topsecret"}')
    const ratios = (await server.store.options.all()).find(({ name }) => name === 'ModelRatio')
    expect(ratios?.value).toBe('{"my-own-model":3,"gpt-3.5-turbo":9}')
  })
})
