import { describe, expect, it } from 'bun:test'
import { readConfig } from '../../config.ts'
import { checkConfiguration, explainBadVariable } from './configuration.ts'

const problemOf = (environment: Readonly<Record<string, string>>) => {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return explainBadVariable(error)
  }
}

describe('the configuration', () => {
  it('is shown when it is right', () => {
    expect(checkConfiguration(readConfig({ DATA_DIR: '/srv/weir', PORT: '8080' }))).toEqual([
      { subject: 'configuration', status: 'ok', seen: 'DATA_DIR /srv/weir, HOST 0.0.0.0, PORT 8080, WORKERS 1', remedy: '' },
    ])
  })

  it('tells how many workers there are where their number is left to the server', () => {
    const [finding] = checkConfiguration(readConfig({ DATA_DIR: '/srv/weir', WORKERS: 'auto' }, () => 4))
    expect(finding?.seen).toBe('DATA_DIR /srv/weir, HOST 0.0.0.0, PORT 3000, WORKERS auto (4)')
  })

  it('is a fault with a variable that cannot be used, and hides a secret one', () => {
    expect(problemOf({ PORT: '70000' })).toMatchObject({
      status: 'fault',
      seen: 'PORT="70000" is not usable: a port number from 1 to 65535',
    })
    const secret = problemOf({ SESSION_SECRET: 'too-short' })
    expect(secret).toMatchObject({ status: 'fault' })
    expect(JSON.stringify(secret)).not.toContain('too-short')
    expect(explainBadVariable(new Error('something else'))).toBeUndefined()
  })

  it('is a fault with a database address that cannot be understood, without its password', () => {
    const [finding, ...more] = checkConfiguration(readConfig({ SQL_DSN: 'postgres://weir:hidden@db:99999/weir' }))
    expect(more).toEqual([])
    expect(finding).toMatchObject({ status: 'fault' })
    expect(finding?.remedy).toStartWith('correct SQL_DSN')
    expect(JSON.stringify(finding)).not.toContain('hidden')
  })

  it('warns of variables without effect and of certificates that nobody checks', () => {
    const findings = checkConfiguration(readConfig({ DEBUG: 'true', NODE_TLS_REJECT_UNAUTHORIZED: '0' }))
    expect(findings.map(({ status, remedy }) => [status, remedy])).toEqual([
      ['ok', ''],
      ['warning', 'remove DEBUG; see docs/configuration.md'],
      ['warning', 'remove NODE_TLS_REJECT_UNAUTHORIZED and restart the server'],
    ])
  })
})
