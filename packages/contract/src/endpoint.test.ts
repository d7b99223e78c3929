import { describe, expect, it } from 'bun:test'
import { endpoint, isChange } from './endpoint.ts'
import { noData } from './envelope.ts'

const base = { path: '/api/x', summary: 'x', input: {}, data: noData } as const

describe('an endpoint', () => {
  it('does not compile when somebody could change something without a name for the audit trail', () => {
    // @ts-expect-error a change by a known caller must say how it is written down
    const silentChange = endpoint({ ...base, method: 'POST', access: 'admin' })
    // @ts-expect-error and so must a GET that changes something
    const silentGet = endpoint({ ...base, method: 'GET', access: 'user', changesState: true })
    const named = endpoint({ ...base, method: 'DELETE', access: 'root', audit: 'x.delete' })
    const reading = endpoint({ ...base, method: 'GET', access: 'root' })
    const byAnyone = endpoint({ ...base, method: 'POST', access: 'public' })
    expect([silentChange, silentGet, named, reading, byAnyone].map(isChange)).toEqual([true, true, true, false, true])
  })
})
