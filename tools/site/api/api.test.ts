import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { resolve } from 'node:path'
import { Role } from '@weir/contract/user'
import { pathKey } from '../../../apps/server/src/http/openapi/openapi.ts'
import { openServerHarness, type ServerHarness } from '../../../apps/server/src/testing/server-harness.ts'
import { readEndpoints } from './endpoints.ts'
import { ADDRESS, bodyOf, exampleOf } from './example.ts'
import { groupsOf } from './groups.ts'
import { describeApi } from './pages.ts'
import { runExamples } from './run-examples.ts'

const root = resolve(import.meta.dirname, '../../..')
const hasPython = Bun.which('python3') !== null
if (!hasPython) process.stdout.write('python3 is not installed: the examples in Python are not run\n')
if (!hasPython && process.env['CI'] === 'true') throw new Error('python3 is not installed')

let harness: ServerHarness
let server: Bun.Server<undefined>
const description = await describeApi(root)
// A new installation for each: the examples name what is made first by 1.
beforeEach(async () => {
  harness = await openServerHarness({ upstream: () => Promise.resolve(Response.json({})) })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => harness.handle(request, '127.0.0.1') })
})
afterEach(async () => {
  await server.stop(true)
  await harness.close()
})

describe('the reference of the API', () => {
  it('is made of the description that a server serves', async () => {
    const { json } = await harness.call('GET', '/api/openapi.json')
    expect(json?.['paths']).toEqual(description.paths)
  })

  it('gives every call a body that it takes', async () => {
    const refused = (await readEndpoints(root)).flatMap((endpoint) => {
      const path = pathKey(endpoint.path)
      const operation = description.paths[path]?.[endpoint.method.toLowerCase()]
      if (endpoint.input.body === undefined || operation === undefined) return []
      const { error } = endpoint.input.body.safeParse(bodyOf(endpoint.method, path, operation))
      return error === undefined ? [] : [`${endpoint.method} ${path}: ${error.message}`]
    })
    expect(refused).toEqual([])
  })

  const languages = (['sh', 'ts', 'python'] as const).filter((language) => language !== 'python' || hasPython)

  it.each(languages)('has examples that run, and that no call refuses as malformed: %s', async (language) => {
    const member = await harness.member(Role.root)
    const { json } = await harness.call('GET', '/api/user/token', { cookie: member.cookie })
    const calls = groupsOf(description)
      .flatMap((group) => group.calls)
      .filter(({ operation }) => operation.security.length !== 1)
      // What was made is read and changed before it is deleted.
      .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
    const examples = calls.map(({ method, path, operation }) => exampleOf(method, path, operation)[language])
    const answers = await runExamples(
      language,
      examples.map((example) => example.replaceAll(ADDRESS, server.url.origin)),
      String(json?.['data']),
    )
    expect(answers.length).toBe(calls.length)
    const wrong = calls.flatMap(({ method, path, operation }, index) => {
      const answer = answers[index] ?? ''
      const isAnswered = /["']success["']: ?(?:true|false|True|False)/.test(answer)
      const isSignedIn = operation.security.length === 0 || !answer.includes('未登录')
      const isTaken = !/参数无效|内部错误|不存在该接口/.test(answer)
      return isAnswered && isSignedIn && isTaken ? [] : [`${method} ${path}: ${answer.slice(0, 200)}`]
    })
    expect(wrong).toEqual([])
    expect(answers.filter((answer) => /["']success["']: ?(?:true|True)/.test(answer)).length).toBeGreaterThan(60)
  })
})
