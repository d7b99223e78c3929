import { expect, it } from 'bun:test'
import { endpoint } from '@weir/contract/endpoint'
import { z } from 'zod'
import { serveOpenapi } from './serve.ts'

const watched = () => {
  let readings = 0
  const definition = endpoint({
    method: 'GET',
    path: '/api/tide',
    access: 'public',
    summary: 'Tells the tide',
    input: {},
    data: z.string(),
  })
  const watching = {
    ...definition,
    get summary() {
      readings++
      return definition.summary
    },
  }
  return { served: serveOpenapi([watching], '1.2.3'), readings: () => readings }
}

it.each(['/api/openapi.json', '/api/docs'] as const)('writes %s at the first call, and only then', async (path) => {
  const { served, readings } = watched()
  expect(readings()).toBe(0)
  const first = await served[path]().text()
  expect(first).toContain('Tells the tide')
  expect(first).toContain('1.2.3')
  expect(readings()).toBe(1)
  expect(await served[path]().text()).toBe(first)
  expect(readings()).toBe(1)
})

it('gives each address its own form', async () => {
  const { served } = watched()
  expect(await served['/api/docs']().text()).toStartWith('<!doctype html>')
  expect(await served['/api/openapi.json']().text()).toStartWith('{"openapi":"3.1.0"')
  expect(served['/api/docs']().headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(served['/api/openapi.json']().headers.get('content-type')).toBe('application/json; charset=utf-8')
})
