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
  for (const text of ['3651', '99999', '1.5', '-1', '5e3']) expect([text, told(days, text)]).toEqual([text, words])
  for (const text of ['0', '30', ' 3650 ', '３０', '1,000', '']) expect([text, told(days, text)]).toEqual([text, undefined])
})

test('a number without bounds of its own is left to the server, but for one below nothing', () => {
  expect(told(quota, '99999999')).toBeUndefined()
  expect(told(quota, '-1')).toEqual(['请输入不小于 0 的数', '名称必须是不小于 0 的数'])
})

test('a text that may be read as two numbers is none', () => {
  const words = ['请填写数字，例如 1500 或 1.5；千位可用逗号，小数点不能用逗号', '名称不是数字']
  for (const text of ['1,5', '¥5', 'abc']) expect([text, told(quota, text)]).toEqual([text, words])
})

test('a text that is no JSON is told with the place', () => {
  expect(told(ratios, '{"default": 1,')).toEqual(['第 1 行第 15 列附近不是合法的 JSON', '名称不是合法的 JSON 字符串'])
  expect(told(ratios, '{"default": 1}')).toBeUndefined()
  expect(told(ratios, ' ')).toBeUndefined()
})
