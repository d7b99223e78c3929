import { expect, it } from 'bun:test'
import { withFreshSettings } from './fresh-settings.ts'

const served = async (path: string, isStale: boolean): Promise<readonly string[]> => {
  const order: string[] = []
  const renewal = () => (isStale ? Promise.resolve().then(() => void order.push('renewed')) : undefined)
  const handle = withFreshSettings({ renewal }, (_, peer, at) => {
    order.push(`${peer} ${at}`)
    return Promise.resolve(new Response())
  })
  await handle(new Request('http://weir.test'), 'peer', path)
  return order
}

it('a request waits for options that may be old, and only then', async () => {
  for (const path of ['/v1/chat/completions', '/v1beta/models', '/api/status', '/pg/chat/completions', '/dashboard/billing/usage']) {
    expect(await served(path, true)).toEqual(['renewed', `peer ${path}`])
    expect(await served(path, false)).toEqual([`peer ${path}`])
  }
})

it('the console itself needs no options', async () => {
  expect(await served('/assets/index.js', true)).toEqual(['peer /assets/index.js'])
})
