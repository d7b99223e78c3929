import { describe, expect, it } from 'bun:test'
import { fault, ok, warning } from './finding.ts'
import { hasFault, renderJson, renderText } from './report.ts'

const fine = ok('disk', '5000 MB free')
const poor = warning('mail', 'no sender', 'set one')
const bad = fault('Redis', 'does not answer', 'start it')

describe('the report', () => {
  it('has a line for each finding, the remedy below it, and a sum', () => {
    expect(renderText([fine, poor, bad])).toBe(
      [
        'ok       disk   5000 MB free',
        'warning  mail   no sender',
        '                remedy: set one',
        'fault    Redis  does not answer',
        '                remedy: start it',
        '',
        '1 ok, 1 warning, 1 fault',
      ].join('\n'),
    )
  })

  it('prints nothing that would steer a terminal', () => {
    expect(renderText([ok('DNS', 'a\u001b[2Jb\nfault')])).toStartWith('ok       DNS  a?[2Jb?fault\n')
  })

  it('tells programs the worst status and every finding', () => {
    expect(JSON.parse(renderJson([fine, bad]))).toEqual({
      status: 'fault',
      findings: [
        { subject: 'disk', status: 'ok', seen: '5000 MB free', remedy: '' },
        { subject: 'Redis', status: 'fault', seen: 'does not answer', remedy: 'start it' },
      ],
    })
    expect(JSON.parse(renderJson([fine, poor]))).toMatchObject({ status: 'warning' })
    expect(JSON.parse(renderJson([fine]))).toMatchObject({ status: 'ok' })
  })

  it('fails on a fault alone', () => {
    expect([hasFault([fine, poor]), hasFault([fine, bad])]).toEqual([false, true])
  })
})
