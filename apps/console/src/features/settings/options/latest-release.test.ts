import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fetchLatestRelease, isUpdate, parseRelease } from './latest-release.ts'

let answer: (request: Request) => Response | Promise<Response>
let feed: Bun.Server<undefined>
beforeAll(() => {
  feed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) })
})
afterAll(() => feed.stop(true))

const addressOf = () => `http://127.0.0.1:${feed.port}/releases/latest`
const failureOf = (limit?: AbortSignal) =>
  fetchLatestRelease(addressOf(), limit).then(
    (release) => release,
    (error: unknown) => (error as { failure?: unknown }).failure,
  )

const PAGE = 'https://github.com/weir-gateway/weir/releases/latest'

test('reads the tag, the notes and the page of a release, and sends no cookie', async () => {
  let cookie: string | null = 'not asked'
  answer = (request) => {
    cookie = request.headers.get('cookie')
    return Response.json({ tag_name: 'v9.9.9', body: '# hello', html_url: 'https://mirror.test/v9.9.9', assets: [{}] })
  }
  expect(await fetchLatestRelease(addressOf())).toEqual({
    tag: 'v9.9.9',
    notes: '# hello',
    page: 'https://mirror.test/v9.9.9',
    isPreview: false,
  })
  expect(cookie).toBeNull()
})

test('a page that is no address of the web is not led to', () => {
  for (const html_url of ['javascript:alert(1)', 'http://mirror.test', 'data:text/html,x', '/here', 7, undefined])
    expect(parseRelease({ tag_name: 'v9.9.9', html_url }).page).toBe(PAGE)
})

test.each([
  ['v0.2.0', 'v0.1.0', true],
  ['0.1.1', 'v0.1.0', true],
  ['v0.1.0', 'v0.1.0', false],
  ['0.1.0', 'v0.1.0', false],
  ['v0.0.9', 'v0.1.0', false],
  ['v0.10.0', 'v0.9.0', true],
  ['v0.2.0-rc.1', 'v0.1.0', false],
  ['v0.2.0-rc.2', 'v0.2.0-rc.1', true],
  ['v0.2.0', 'v0.2.0-rc.1', true],
  ['v0.2.0', 'of a fork', true],
])('the release %s is an update of %s: %p', (tag_name, running, expected) => {
  expect(isUpdate(parseRelease({ tag_name }), running)).toBe(expected)
})

test('what is marked as a preview or a draft is no update of a finished version', () => {
  for (const mark of ['prerelease', 'draft']) expect(isUpdate(parseRelease({ tag_name: 'v9.9.9', [mark]: true }), 'v0.1.0')).toBe(false)
})

test.each([
  ['no JSON', '<html>'],
  ['half of it', '{"tag_name":"v9'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[{"tag_name":"v9.9.9"}]'],
  ['no tag', '{"message":"Not Found"}'],
  ['a tag that is no text', '{"tag_name":9}'],
  ['a tag that is no version', '{"tag_name":"<img src=x onerror=alert(1)>"}'],
])('an answer with %s is no release', async (_, text) => {
  answer = () => new Response(text)
  expect(await failureOf()).toEqual({ kind: 'unreadable' })
})

test('an answer without an end is given up after a megabyte', async () => {
  let sent = 0
  const { promise: isGivenUp, resolve } = Promise.withResolvers<undefined>()
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
      cancel: () => resolve(undefined),
    })
  answer = () => new Response(endless())
  expect(await failureOf()).toEqual({ kind: 'unreadable' })
  await isGivenUp
  // What lies in the pipes between the two is not counted by the reader.
  expect(sent).toBeLessThan(64 * 1_048_576)
})

test('tells a refusal, a page that is too slow and one that cannot be reached', async () => {
  answer = () => Response.json({ tag_name: 'v9.9.9' }, { status: 403 })
  expect(await failureOf()).toEqual({ kind: 'refused', message: 'HTTP 403' })
  answer = () => new Promise(() => undefined)
  expect(await failureOf(AbortSignal.timeout(1))).toEqual({ kind: 'timeout', seconds: 10 })
  expect(await fetchLatestRelease('http://127.0.0.1:1/').catch((error: unknown) => error)).toMatchObject({ failure: { kind: 'offline' } })
})
