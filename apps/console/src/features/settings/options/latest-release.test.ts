import { afterEach, expect, spyOn, test } from 'bun:test'
import { fetchLatestRelease, parseRelease } from './latest-release.ts'

const asked: [string, RequestInit | undefined][] = []
const answerWith = (answer: () => Promise<Response>) =>
  spyOn(globalThis, 'fetch').mockImplementation(
    Object.assign(
      (url: string | URL | Request, init?: RequestInit) => {
        asked.push([url instanceof Request ? url.url : url.toString(), init])
        return answer()
      },
      { preconnect: fetch.preconnect },
    ),
  )
let replaced: ReturnType<typeof answerWith> | undefined
afterEach(() => {
  replaced?.mockRestore()
  asked.length = 0
})

test('reads the tag and the notes', () => {
  expect(parseRelease({ tag_name: 'v9.9.9', body: 'hello', draft: false })).toEqual({ tag: 'v9.9.9', notes: 'hello' })
})

test('an answer without a tag is no release', () => {
  expect(() => parseRelease({ message: 'Not Found' })).toThrow('unreadable')
  expect(() => parseRelease(null)).toThrow('unreadable')
})

test('asks the public page of the project without cookies', async () => {
  replaced = answerWith(() => Promise.resolve(Response.json({ tag_name: 'v9.9.9', body: 'hello' })))
  expect(await fetchLatestRelease()).toEqual({ tag: 'v9.9.9', notes: 'hello' })
  expect(asked).toEqual([
    ['https://api.github.com/repos/weir-gateway/weir/releases/latest', { credentials: 'omit', headers: { Accept: 'application/json' } }],
  ])
})

test('tells a refusal from a page that cannot be reached', async () => {
  replaced = answerWith(() => Promise.resolve(Response.json({ tag_name: 'v9.9.9' }, { status: 403 })))
  await expect(fetchLatestRelease()).rejects.toMatchObject({ failure: { kind: 'refused', message: 'HTTP 403' } })
  replaced.mockRestore()
  replaced = answerWith(() => Promise.reject(new TypeError('no network')))
  await expect(fetchLatestRelease()).rejects.toMatchObject({ failure: { kind: 'offline' } })
})
