import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTables } from './tables.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.zh-CN.md'), 'utf8')

it('docs/errors.zh-CN.md lists every refusal in Chinese: npm run docs:errors writes it', () => {
  expect(page).toContain('| `not-signed-in` | 401 | 未登录或登录已过期，请重新登录 |')
  expect(page).toContain('| `invalid_token` | 401 | 无效的令牌 |')
  expect(page).toBe(withTables(page))
})

it('writes the table anew and leaves the words around it', () => {
  const written = withTables('# a\n\n## 管理接口\n\nb\n\n| x |\n| `no-such-code` |\n\nc\n\n## d\n\n| y |\n')
  expect(written).toStartWith('# a\n\n## 管理接口\n\nb\n\n| 代码 | 状态码 | 消息 |\n')
  expect(written).toEndWith(' |\n\nc\n\n## d\n\n| y |\n')
  expect(written).not.toContain('no-such-code')
})
