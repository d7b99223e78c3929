import { describe, expect, it } from 'bun:test'
import { keyFromConfig, shownConfig, splitConfig } from './channel-secrets.ts'

const AWS = 33
const VERTEX = 42

describe('the settings of a channel', () => {
  it.each<readonly [string, string, string, string, string]>([
    ['nothing', '', '', '', ''],
    ['nothing but braces', '{}', '', '{}', ''],
    ['a secret beside what is shown', '{"region":"r","sk":"s"}', '', '{"region":"r"}', '{"sk":"s"}'],
    ['a secret that comes back empty', '{"sk":""}', '{"sk":"old"}', '{}', '{"sk":"old"}'],
    ['a secret that is replaced', '{"sk":"new"}', '{"sk":"old","vertex_ai_adc":"a"}', '{}', '{"sk":"new","vertex_ai_adc":"a"}'],
    ['an account file', '{"vertex_ai_adc":"a","vertex_ai_project_id":"p"}', '', '{"vertex_ai_project_id":"p"}', '{"vertex_ai_adc":"a"}'],
  ])('%s: %s with %s kept is shown as %s and sealed as %s', (...[, text, stored, config, secretConfig]) => {
    expect(splitConfig(text, stored)).toEqual({ config, secretConfig })
  })

  it('are refused when they are none', () => {
    expect(() => splitConfig('[]')).toThrow('the settings of a channel are no JSON object')
  })

  it.each([
    [AWS, '{"region":"r"}', '{"region":"r","vertex_ai_adc":"","sk":""}'],
    [VERTEX, '{}', '{"vertex_ai_adc":"","sk":""}'],
    [1, '{"region":"r"}', '{"region":"r"}'],
    [AWS, '', ''],
    [AWS, 'x', 'x'],
  ])('of type %d read %s as %s: the secrets of all types are there and empty', (type, config, shown) => {
    expect(shownConfig(type, config)).toBe(shown)
  })

  it('make a key together where the type has one and no part is missing', () => {
    const keyOf = (type: number, config: string, secretConfig: string) => keyFromConfig(type, { config, secretConfig })
    expect(keyOf(AWS, '{"ak":"A","region":"R"}', '{"sk":"S"}')).toBe('A|S|R')
    expect(keyOf(AWS, '{"ak":"A","region":""}', '{"sk":"S"}')).toBeUndefined()
    expect(keyOf(AWS, '{"ak":"A","region":1}', '{"sk":"S"}')).toBeUndefined()
    expect(keyOf(1, '{"ak":"A","region":"R"}', '{"sk":"S"}')).toBeUndefined()
  })
})
