import { afterEach, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editSelf, createSystemToken } from '@weir/contract/user'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases } from '../harness/databases.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, openaiClient, type Stand } from '../harness/stand.ts'

const NEW_PASSWORD = 'a password nobody prints'
const CONTENT = 'what the caller asks is nobody’s business'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const provoke = async (stand: Stand): Promise<void> => {
  const chat = (content: string, key = stand.token.key) =>
    openaiClient(stand.weir.url, key).chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
  await chat(CONTENT)
  for (const behaviour of [{ status: 500 }, { status: 400 }, { status: 401 }, { status: 429 }])
    await chat(ask(behaviour)).catch(() => undefined)
  await chat(CONTENT, `${stand.token.key}-99`).catch(() => undefined)
  await ApiClient.signIn(stand.weir.url, 'root', `${NEW_PASSWORD} with a slip`).catch(() => undefined)
}

for (const kind of databases) {
  it(`prints no secret in a whole life on ${kind.name}`, async () => {
    const database = await kind.fresh()
    cleanups.push(() => database.drop())
    const stand = await openStand({ dataDir: database.dataDir, environment: database.environment })
    cleanups.push(() => closeStand(stand))
    const accessToken = await stand.root.call(createSystemToken, {})
    await provoke(stand)
    await stand.root.call(editSelf, { body: { password: NEW_PASSWORD } })
    const signedIn = await ApiClient.signIn(stand.weir.url, 'root', NEW_PASSWORD)
    await stand.weir.stop()
    const dsn = database.environment['SQL_DSN'] ?? ''
    const secrets = {
      'the key of the channel': UPSTREAM_KEY,
      'the relay token': stand.token.key,
      'the access token': accessToken,
      'a password': NEW_PASSWORD,
      'a session': stand.root.cookie.replace('session=', ''),
      'another session': signedIn.cookie.replace('session=', ''),
      'the root key': readFileSync(join(stand.weir.dataDir, 'secret.key'), 'utf8').trim(),
      'what a caller wrote': CONTENT,
      ...(dsn !== '' && { 'the password of the database': `:${new URL(dsn).password}@` }),
    }
    expect(stand.weir.output).toContain('is ready at')
    expect(Object.values(secrets).filter((secret) => secret.length < 3)).toEqual([])
    expect(Object.entries(secrets).filter(([, secret]) => stand.weir.output.includes(secret))).toEqual([])
  })
}

it('tells a key that stands in the address to no log, metric or error', async () => {
  const stand = await openStand({ environment: { LOG_LEVEL: 'debug' } })
  cleanups.push(() => closeStand(stand))
  const { key } = stand.token
  const call = (path: string, text: string): Promise<string> =>
    fetch(`${stand.weir.url}/v1beta/${path}?alt=sse&key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text }] }] }),
    }).then((response) => response.text())
  const method = `models/${MODEL}:generateContent`
  const told = [
    await call(method, 'hello'),
    await call(method, ask({ status: 500 })),
    await call(method, ask({ status: 400 })),
    await call('models/none:generateContent', 'hello'),
    await call(`${method}X`, 'hello'),
    await fetch(`${stand.weir.url}/metrics`).then((response) => response.text()),
  ]
  await stand.weir.stop()
  expect(told[0]).toContain('"finishReason":"STOP"')
  expect(stand.weir.output).toContain(`/v1beta/${method}`)
  expect([...told, stand.weir.output].filter((text) => text.includes(key))).toEqual([])
}, 180_000)
