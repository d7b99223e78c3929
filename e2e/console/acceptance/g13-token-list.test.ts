import { expect, it } from 'bun:test'
import { ST_FULL, U1, token } from './harness/fixtures.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const rows = [token(8, { name: 'spare' }), token(7)]
const asAlice = { user: U1, status: ST_FULL, path: '/token', answers: { 'GET /api/token/': ok(rows) } }

acceptance('G13 token list', (open) => {
  it('C-319 asks for the first page in the default order', async () => {
    await using visit = await open(asAlice)
    expect((await visit.api.called('GET /api/token/')).query).toEqual({ p: '0', order: '' })
  })
})
