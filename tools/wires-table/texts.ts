import type { Language } from '@weir/contract/errors'
import type { Outcome } from './probe.ts'

export type Said = Readonly<Record<Language, string>>

/** What stands above the tables; `models` are those that are asked. */
export const head = (models: string): Said => ({
  en: `# What is carried between wires

[中文](wires.zh-CN.md)

A call goes as it is to a channel whose upstream serves the caller's own wire. Everywhere else it is asked as a chat and said in upstream's words.
This page tells what becomes of each part then. Written by \`npm run docs:wires\`, which asks the product; a test compares the two, and another fails
when something is lost without a word. For calls of \`/v1/chat/completions\` see [providers](providers.md).

- translated: said in upstream's own words.
- refused: answered with 400 and the name of the field, unless another channel can do it.
- left out: not sent, and named in the log row and in the header \`x-weir-dropped\`.
- ignored: a hint to caches or the name of the user, for which upstream has no place. The answer is the same.

Asked are the models ${models}; others may differ. A search needs a fee, see [metering](metering.md);
\`previous_response_id\` and \`item_reference\` are carried where responses are [kept here](decisions/2026-11-16-stored-responses.md).
`,
  zh: `# 协议转换

[English](wires.md)

渠道的上游直接使用调用方的协议时，请求原样发出。其他情况下，请求先变为 chat，再改写为上游的形式；本页说明这时各部分如何处理。由 \`npm run docs:wires\`
向产品实际测试后写出；有测试比较两者，有内容没有注明就丢失时，另一个测试会失败。\`/v1/chat/completions\` 的请求见[上游类型](providers.zh-CN.md)。

- 转换：改写为上游的形式。
- 拒绝：返回 400 并指出字段，除非另一个渠道可以处理。
- 略去：不发送，并写入日志行和响应头 \`x-weir-dropped\`。
- 忽略：给缓存的提示或用户的名称，上游没有对应的字段。回答不受影响。

测试所用的模型为 ${models}；其他模型可能不同。搜索需要设置附加费，见[计费](metering.zh-CN.md)；
回答[在本机保存](decisions/2026-11-16-stored-responses.md)时，\`previous_response_id\` 和 \`item_reference\` 也会转换。
`,
})

export const searchHead: Said = {
  en: `
## Searches of the web at the clouds

On its own wire a search passes as it is, but for Claude at Bedrock: AWS runs no tools of Anthropic's, and it is refused by its place.

`,
  zh: `
## 各家云上的联网搜索

在直接使用的协议上，搜索原样发出；Bedrock 上的 Claude 除外：AWS 不执行 Anthropic 的工具，请求会被拒绝并指出工具的位置。

`,
}

export const words: Readonly<Record<Outcome | 'own wire' | 'Part', Said>> = {
  Part: { en: 'Part', zh: '部分' },
  translated: { en: 'translated', zh: '转换' },
  refused: { en: 'refused', zh: '拒绝' },
  'left out': { en: 'left out', zh: '略去' },
  ignored: { en: 'ignored', zh: '忽略' },
  'own wire': { en: 'own wire', zh: '直接使用' },
}

export const toUpstream = (language: Language, name: Said): string => (language === 'zh' ? `到 ${name.zh}` : `to ${name.en}`)

/** Titles of probes that are not code alone. */
const chinese: Readonly<Record<string, string>> = {
  image: '图片',
  file: '文件',
  'file by id': '用 id 引用的文件',
  function: '函数',
  '`custom` tool': '`custom` 工具',
  '`web_search` with `filters`': '`web_search` 带 `filters`',
  'choice `required`': '选择 `required`',
  '`parallel_tool_calls` off': '关闭 `parallel_tool_calls`',
  'image by id': '用 id 引用的图片',
  document: '文档',
  tool: '工具',
  '`web_search_…` with `max_uses`': '`web_search_…` 带 `max_uses`',
  '`web_search_…` with domains': '`web_search_…` 限定域名',
  'choice `any`': '选择 `any`',
  '`thinking` with a budget': '`thinking` 带预算',
  '`thinking` off': '关闭 `thinking`',
  'linked image': '图片地址',
  'mode `ANY`': '模式 `ANY`',
  'mode `VALIDATED`': '模式 `VALIDATED`',
  '`thinkingConfig.thinkingBudget` 0': '`thinkingConfig.thinkingBudget` 为 0',
}

export const titleIn = (language: Language, title: string): string => {
  if (language === 'en' || /^`[^`]+`$/.test(title)) return title
  const said = chinese[title]
  if (said === undefined) throw new Error(`no Chinese for the title ${title}`)
  return said
}
