import { describe, expect, it } from 'bun:test'
import { checkNames, namesAmong, readNames } from './dns.ts'

const resolve = async (name: string): Promise<readonly string[]> => {
  if (name === 'lost.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return ['192.0.2.1']
}

describe('names', () => {
  it('are asked for once each, and addresses not at all', () => {
    expect(namesAmong(['a.example', '', '192.0.2.1', '[::1]', '2001:db8::1', 'b.example', 'a.example'])).toEqual(['a.example', 'b.example'])
  })

  it('are well when all are found', async () => {
    expect(checkNames(await readNames(['a.example', 'b.example'], resolve))).toEqual([
      { subject: 'DNS', status: 'ok', seen: '2 names found: a.example, b.example', remedy: '' },
    ])
    expect(checkNames([])).toMatchObject([{ status: 'ok', seen: 'no names are in use' }])
  })

  it('are a fault each when they are not found', async () => {
    expect(checkNames(await readNames(['a.example', 'lost.example'], resolve))).toMatchObject([
      { status: 'fault', seen: 'lost.example is not found (ENOTFOUND)' },
    ])
  })
})
