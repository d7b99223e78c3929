import { expect, test } from 'bun:test'
import { auditFile } from './audit-file.ts'

const row = {
  id: 3,
  created_at: 1_800_000_000,
  actor_id: 1,
  actor_name: '=root',
  credential: 'session',
  address: '::1',
  request_id: 'r',
  action: 'option.set',
  object: 'option Notice',
  before: '"a, b"',
  after: '"c"',
  ordinal: 3,
  hash: 'ff',
}

test('a table has the names of the API, exact times and no formula', () => {
  const [head, line] = auditFile('csv', [row]).slice(1).split('\r\n')
  expect(head).toBe('id,created_at,actor_id,actor_name,credential,address,request_id,action,object,before,after,ordinal,hash')
  expect(line).toBe(`3,2027-01-15T08:00:00.000Z,1,'=root,session,::1,r,option.set,option Notice,"""a, b""","""c""",3,ff`)
})

test('lines of JSON hold the entries as the API tells them', () => {
  const text = auditFile('ndjson', [row, { ...row, id: 2 }])
  expect(text.endsWith('\n')).toBe(true)
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([row, { ...row, id: 2 }])
})
