import { afterAll, beforeAll, expect, it } from 'bun:test'
import { createFetchList, ListUnavailable } from './fetch-list.ts'

let server: ReturnType<typeof Bun.serve>

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      switch (new URL(url).pathname) {
        case '/list':
          return new Response('{"models":[]}')
        case '/moved':
          return Response.redirect('/list')
        case '/large':
          return new Response('x'.repeat(4_000_001))
        default:
          return new Response('no', { status: 503 })
      }
    },
  })
})
afterAll(() => server.stop(true))

const fetched = (path: string, addressesOf = (): readonly string[] => ['127.0.0.1']) =>
  createFetchList(addressesOf)(new URL(path, server.url).href).catch((error: unknown) => {
    if (error instanceof ListUnavailable) return `not read: ${error.message}`
    throw error
  })

it.each([
  ['/list', '{"models":[]}'],
  ['/away', 'not read: it answered 503'],
  ['/moved', 'not read: it answered 302'],
  ['/large', 'not read: it is larger than 4000000 bytes'],
])('gets of %s what it says, or tells why not', async (path, told) => {
  expect(await fetched(path)).toBe(told)
})

it('calls no address that the policy forbids', async () => {
  const forbidden = (): never => {
    throw new Error('forbidden')
  }
  expect(await fetched('/list', forbidden)).toBe('not read: the address cannot be reached')
})
