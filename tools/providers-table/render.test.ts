import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderProvidersPage } from './render.ts'

const page = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')

it('is what docs/providers.md says; npm run docs:providers writes it anew', () => {
  const english = page('providers.md')
  expect(english).toBe(renderProvidersPage('en'))
  expect(english).toContain('| Zhipu ChatGLM | 16 | refused | passed | passed | dropped | passed | passed | passed | passed |')
  expect(english).toContain('| Google Gemini | 24 | refused | translated | dropped | dropped | dropped | dropped | dropped | dropped |')
  expect(english).toContain('| VertexAI | 42 | translated | translated | dropped | dropped | dropped | dropped | dropped | dropped |')
  expect(english).toContain('| xAI | 45 | passed | dropped | dropped | dropped | passed | passed | passed | passed |')
})

it('is said in Chinese in docs/providers.zh-CN.md, with the names and hints of the console', () => {
  const chinese = page('providers.zh-CN.md')
  expect(chinese).toBe(renderProvidersPage('zh'))
  expect(chinese).toContain('| 深度求索 | 36 | OpenAI | 是 | 经 chat | 自有 | 经 chat | 是 |')
  expect(chinese).toContain('| 深度求索 | 36 | completions |  | 上游签发的 API 密钥 |')
  expect(chinese).toContain('| 百度文心千帆，旧式密钥 | 15 | 转换 | 转换 | 转换 | 拒绝 | 拒绝 | 拒绝 | 拒绝 |')
})
