import { expect, it } from 'bun:test'
import { endpoint } from '@weir/contract/endpoint'
import { z } from 'zod'
import { serveOpenapi } from './serve.ts'

it('is written when it is first asked for, and once', async () => {
  let looks = 0
  const kettle = endpoint({ method: 'GET', path: '/api/kettle', access: 'public', summary: 'Look at a kettle', input: {}, data: z.int() })
  const seen = Object.defineProperty({ ...kettle }, 'summary', { get: () => `Look ${(looks += 1)}` })
  const serve = serveOpenapi([seen], '1.2.3')
  expect(looks).toBe(0)
  const first = await serve['/api/openapi.json']().text()
  expect(first).toContain('Look ')
  const looksOfOne = looks
  expect(await serve['/api/openapi.json']().text()).toBe(first)
  expect(await serve['/api/docs']().text()).toContain('/api/kettle')
  expect(looks).toBe(looksOfOne)
})
