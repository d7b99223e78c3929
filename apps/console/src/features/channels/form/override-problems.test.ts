import { describe, expect, test } from 'bun:test'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { headerOverrideProblem, paramOverrideProblem, proxyProblem } from './override-problems.ts'

const t: Translate = (key, ...[params]) => `${key} ${JSON.stringify(params ?? {})}`

describe('what is wrong with the overrides of a channel', () => {
  test('nothing is wrong with what is empty or fits', () => {
    expect([headerOverrideProblem(' ', t), headerOverrideProblem('{"x-a":"***"}', t)]).toEqual([undefined, undefined])
    expect([paramOverrideProblem('', t), paramOverrideProblem('{"top_p":null}', t)]).toEqual([undefined, undefined])
    expect([proxyProblem('', t), proxyProblem('socks5://a:***@p.example:1', t)]).toEqual([undefined, undefined])
  })

  test('text that is no JSON is told with its line', () => {
    expect(paramOverrideProblem('{\n  "a": 1,\n  b\n}', t)).toStartWith('channel.overrideNotJson {"line":')
    expect(headerOverrideProblem('[1]', t)).toBe('channel.overrideShape {}')
  })

  test('what cannot be set is told with its name', () => {
    expect(headerOverrideProblem('{"Host":"a"}', t)).toBe('channel.overrideRefused {"name":"Host"}')
    expect(paramOverrideProblem('{"stream":true}', t)).toBe('channel.overrideRefused {"name":"stream"}')
    expect(paramOverrideProblem('{"model":"a"}', t)).toBe('channel.overrideRefused {"name":"model"}')
    expect(proxyProblem('p.example:1', t)).toBe('channel.proxyInvalid {}')
  })
})
