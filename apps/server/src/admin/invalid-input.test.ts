import { describe, expect, it } from 'bun:test'
import { Refusal, renderRefusal } from '@weir/contract/errors'
import { invalidInput, parseNewUsername, problemText } from './invalid-input.ts'

/** Under these names the contract and the handlers refuse a field. */
const rules = `
  NUL JSON password username look-alike email required on-or-off type control key key-part one-key one-line unsupported set-by-tests not-here
  header-name header-reserved header-value header-twice header-caller body-model body-operations
  body-prompt body-metered proxy too-long not-negative no-models two-limits two-subnets usable-group cost subnet same-fields once-override
  http-address`
  .trim()
  .split(/\s+/)

describe('what is wrong with a field', () => {
  it.each([...rules, 'http(s) URL'])('%s is told in words, in both languages', (rule) => {
    expect(problemText(rule, 'zh')).toMatch(/\p{Script=Han}/u)
    expect(problemText(rule, 'en')).toMatch(/^[a-z0-9].* .+$/i)
    expect(problemText(rule, 'en')).not.toMatch(/\p{Script=Han}/u)
  })

  it('is told as the schema says where it has no words of its own', () => {
    expect(problemText('Too big', 'zh')).toBe('Too big')
  })

  it('names the member of the field that it is about', () => {
    expect(problemText('header-twice|x-$&', 'en')).toBe('names the header "x-$&" twice')
    expect(problemText('unknown|x', 'en')).toBe('unknown|x')
  })

  it('names the field', () => {
    expect(renderRefusal(invalidInput('password', 'password', 'en'), 'en')).toContain('password')
    expect(invalidInput('password', 'password', 'en').params).toEqual({ field: 'password', problem: 'must have 8 to 128 characters' })
  })
})

describe('a new name', () => {
  const verdict = (name: string): string => {
    try {
      return parseNewUsername(name, 'en')
    } catch (error) {
      return error instanceof Refusal ? `${error.params['field']} ${error.params['problem']}` : 'thrown'
    }
  }

  it.each([
    [' ada ', 'ada'],
    ['', 'username must not be empty'],
    ['ada@a', 'username must not contain @'],
    ['a\u200bda', 'username must not contain invisible characters or variant letters, nor mix alphabets'],
    ['a\0', 'username must not contain a NUL character'],
  ])('%j: %s', (name, told) => {
    expect(verdict(name)).toBe(told)
  })
})
