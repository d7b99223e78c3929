import { expect, test } from 'bun:test'
import { textIn } from '../../../shared/i18n/translate.ts'
import { zh } from '../../../shared/i18n/zh.ts'
import { problemIn } from './option-problem.ts'

const days = { key: 'LogRetentionDays', control: 'number' } as const
const ratios = { key: 'GroupRatio', control: 'json' } as const
const quota = { key: 'QuotaForNewUser', control: 'number' } as const

const told = (...given: Parameters<typeof problemIn>) => {
  const problem = problemIn(...given)
  return problem && [textIn(zh, problem.here), textIn(zh, problem.of('名称'))]
}

test('a number outside its bounds is told with the bounds, before it is sent', () => {
  const words = ['请输入 0 到 3650 之间的整数', '名称必须是 0 到 3650 之间的整数']
  for (const text of ['3651', '99999', '1.5', '-1', '1e3']) expect([text, told(days, text)]).toEqual([text, words])
  for (const text of ['0', '30', ' 3650 ', '']) expect([text, told(days, text)]).toEqual([text, undefined])
})

test('a number without bounds of its own is left to the server', () => {
  expect(told(quota, '99999999')).toBeUndefined()
})

test('a text that is no JSON is told with the place', () => {
  expect(told(ratios, '{"default": 1,')).toEqual(['第 1 行第 15 列附近不是合法的 JSON', '名称不是合法的 JSON 字符串'])
  expect(told(ratios, '{"default": 1}')).toBeUndefined()
  expect(told(ratios, ' ')).toBeUndefined()
})
