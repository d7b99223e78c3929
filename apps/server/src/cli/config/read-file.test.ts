import { describe, expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from './read-file.ts'
import { configSchema } from './schema.ts'

const refusalOf = (text: string): string => {
  try {
    parseConfig(text, 'weir.yaml')
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'taken'
}

describe('a configuration file', () => {
  it('may be empty, or hold some of its sections', () => {
    expect(parseConfig('', 'weir.yaml')).toEqual({})
    expect(parseConfig('options:\n  RetryTimes: 3\n', 'weir.yaml')).toEqual({ options: { RetryTimes: 3 } })
  })

  it('is refused with the line of every key that is not known', () => {
    expect(refusalOf('options:\n  RetryTimes: 3\n  RetryTime: 4\nchannels:\n  - name: a\n    type: 1\n    modles: [x]\nuser: {}\n')).toBe(
      [
        'weir.yaml:3: options.RetryTime is no key that is known here',
        'weir.yaml:7: channels.0.modles is no key that is known here',
        'weir.yaml:8: user is no key that is known here',
        'nothing was changed',
      ].join('\n'),
    )
  })

  it('is refused with the line of a value that is none, of a missing one and of broken YAML', () => {
    expect(refusalOf('options:\n  SMTPServer: mail\n  RetryTimes: many\n')).toStartWith('weir.yaml:3: options.RetryTimes ')
    expect(refusalOf('channels:\n  - name: a\n    type: 1\n  - type: 1\n')).toStartWith('weir.yaml:4: channels.1.name ')
    expect(refusalOf('budgets:\n  - unit: requests\n    period: day\n    limit: 5\n')).toContain('must name one of user, group and token')
    expect(refusalOf('options:\n  a: [1\n')).toBe(
      'weir.yaml:3: Flow sequence in block collection must be sufficiently indented and end with a ]\nnothing was changed',
    )
    expect(refusalOf('options: {}\noptions: {}\n')).toMatch(/^weir\.yaml:2: .*unique/)
  })

  it('takes no secret in clear', () => {
    expect(refusalOf('options:\n  SMTPToken: hunter2hunter2\n')).toStartWith('weir.yaml:2: options.SMTPToken must be a reference')
    expect(refusalOf('channels:\n  - name: a\n    type: 1\n    key: sk-plain\n')).toStartWith(
      'weir.yaml:4: channels.0.key must be a reference',
    )
    for (const text of ['options:\n  SMTPToken: hunter2hunter2\n', 'channels:\n  - name: a\n    type: 1\n    key: sk-plain\n'])
      expect(refusalOf(text)).not.toMatch(/hunter2|sk-plain/)
  })
})

it('is described by docs/config.schema.json as npm run docs:config writes it', () => {
  const published = readFileSync(join(import.meta.dirname, '../../../../../docs/config.schema.json'), 'utf8')
  expect(JSON.parse(published)).toEqual(JSON.parse(configSchema()))
  const { properties, additionalProperties } = JSON.parse(published) as {
    properties: Record<string, unknown>
    additionalProperties: boolean
  }
  expect(Object.keys(properties)).toEqual(['options', 'groups', 'prices', 'channels', 'budgets'])
  expect(additionalProperties).toBe(false)
})
