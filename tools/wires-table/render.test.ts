import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderWiresPage, silentLosses } from './render.ts'

const page = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8')

it('is what docs/wires.md says; npm run docs:wires writes it anew', () => {
  expect(page('wires.md')).toBe(renderWiresPage('en'))
})

it('is said in Chinese in docs/wires.zh-CN.md', () => {
  const chinese = page('wires.zh-CN.md')
  expect(chinese).toBe(renderWiresPage('zh'))
  expect(chinese).toContain('| 关闭 `parallel_tool_calls` | 转换 | 转换 | 略去 |')
  expect(chinese).toContain('| `web_search_…` | 转换 | 直接使用 | 直接使用 | 拒绝 |')
})

it('knows nothing that is lost between two wires without a word, but for hints that change no answer', () => {
  expect(silentLosses()).toEqual([
    'responses: `prompt_cache_key`',
    'responses: `safety_identifier`',
    'messages: `cache_control`',
    'messages: `metadata.user_id`',
  ])
})
