import { describe, expect, it } from 'bun:test'
import { readConfig, variables } from '../config.ts'
import { familyNotes } from './family-variables.ts'

describe('a variable of one-api or new-api', () => {
  it('is answered with a line that says what it does here', () => {
    const set = {
      THEME: 'berry',
      FRONTEND_BASE_URL: 'https://x',
      MEMORY_CACHE_ENABLED: 'true',
      SYNC_FREQUENCY: '60',
      BATCH_UPDATE_ENABLED: 'true',
    }
    expect(familyNotes({ ...set, PORT: '3000', PATH: '/bin', DEBUG: '' }).map(({ variable }) => variable)).toEqual(Object.keys(set))
    expect(familyNotes({ THEME: 'berry' })).toEqual([
      { variable: 'THEME', meaning: 'no effect: there is one console, which follows the light or dark theme of the browser' },
    ])
    expect(familyNotes({})).toEqual([])
  })

  it('is not one that the product reads', () => {
    const every = Object.fromEntries(Object.keys(variables).map((name) => [name, 'some value']))
    expect(familyNotes(every)).toEqual([])
  })
})

describe('values of the family that mean something else than they say', () => {
  it('do not stop the start: the example secret is none, and 0 is no limit', () => {
    const environment = { SESSION_SECRET: 'random_string', RELAY_TIMEOUT: '0', STREAM_IDLE_TIMEOUT: '0' }
    expect(readConfig(environment)).toMatchObject({ sessionSecret: '', firstByteTimeoutMs: Infinity, idleTimeoutMs: Infinity })
    expect(familyNotes(environment).map(({ variable }) => variable)).toEqual(['SESSION_SECRET', 'RELAY_TIMEOUT', 'STREAM_IDLE_TIMEOUT'])
    expect(readConfig({ RELAY_TIMEOUT: '7' }).firstByteTimeoutMs).toBe(7000)
    expect(() => readConfig({ SESSION_SECRET: 'short' })).toThrow('SESSION_SECRET')
  })
})
