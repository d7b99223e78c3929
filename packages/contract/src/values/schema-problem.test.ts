import { describe, expect, it } from 'bun:test'
import { z } from 'zod'
import { schemaProblem } from './schema-problem.ts'

const said = (schema: z.ZodType, value: unknown): readonly unknown[] =>
  (['zh', 'en'] as const).map((language) => schema.safeParse(value, { error: schemaProblem(language) }).error?.issues[0]?.message)

describe('what a schema finds wrong', () => {
  it.each<readonly [string, z.ZodType, unknown, string, string]>([
    ['nothing', z.string(), undefined, '缺少此项', 'is missing'],
    ['nothing of several', z.union([z.string(), z.number()]), undefined, '缺少此项', 'is missing'],
    ['nothing of a choice', z.enum(['a', 'b']), undefined, '缺少此项', 'is missing'],
    ['a number', z.string(), 1, '必须是文本', 'must be a text'],
    ['a text', z.int(), '1', '必须是数字', 'must be a number'],
    ['no number', z.coerce.number(), 'abc', '必须是数字', 'must be a number'],
    ['a fraction', z.int(), 1.5, '必须是整数', 'must be a whole number'],
    ['a word', z.boolean(), 'yes', '必须是 true 或 false', 'must be true or false'],
    ['an object', z.array(z.int()), {}, '必须是列表', 'must be a list'],
    ['a list', z.object({}), [], '必须是对象', 'must be an object'],
    ['a list for a table', z.record(z.string(), z.int()), [], '必须是对象', 'must be an object'],
    ['too little', z.int().min(1), 0, '不能小于 1', 'must not be below 1'],
    ['none at all', z.int().positive(), 0, '必须大于 0', 'must be above 0'],
    ['too much', z.int().max(100), 101, '不能大于 100', 'must not be above 100'],
    ['more than is exact', z.int(), 2 ** 60, '不能大于 9007199254740991', 'must not be above 9007199254740991'],
    ['as much', z.number().lt(2), 2, '必须小于 2', 'must be below 2'],
    ['an empty text', z.string().min(1), '', '不能为空', 'must not be empty'],
    ['a short text', z.string().min(3), 'ab', '至少需要 3 个字符', 'must have at least 3 characters'],
    ['a long text', z.string().max(3), 'abcd', '不能超过 3 个字符', 'must have at most 3 characters'],
    ['an empty list', z.array(z.int()).min(1), [], '不能为空', 'must not be empty'],
    ['a short list', z.array(z.int()).min(2), [1], '至少需要 2 项', 'must have at least 2 entries'],
    ['a long list', z.array(z.int()).max(2), [1, 2, 3], '不能超过 2 项', 'must have at most 2 entries'],
    ['another word', z.enum(['a', 'b']), 'c', '只能是 a、b', 'must be one of a, b'],
    ['another than the one', z.literal(5), 6, '只能是 5', 'must be 5'],
    ['another than two', z.union([z.literal(1), z.literal(2)]), 3, '只能是 1、2', 'must be one of 1, 2'],
    ['none of several', z.union([z.string(), z.number()]), [], '格式不正确', 'has another form than is asked for'],
    ['what no word is for', z.date(), 1, '格式不正确', 'has another form than is asked for'],
  ])('%s', (...[, schema, value, zh, en]) => {
    expect(said(schema, value)).toEqual([zh, en])
  })

  it('is what the library says where it has no words here', () => {
    expect(said(z.string().regex(/^a$/), 'b')[1]).toBe('Invalid string: must match pattern /^a$/')
  })

  it('is what the rule of a field says', () => {
    expect(
      said(
        z.string().refine(() => false, 'key'),
        'b',
      ),
    ).toEqual(['key', 'key'])
    expect(
      said(
        z
          .string()
          .optional()
          .refine(() => false, 'key'),
        undefined,
      ),
    ).toEqual(['key', 'key'])
  })
})
