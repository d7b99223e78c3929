import type { ChannelType } from '@weir/contract/catalog/channel-type'
import type { Language } from '@weir/contract/errors'

type Said = Readonly<Record<Language, string>>

export const head: Said = {
  en: `# Providers

[中文](providers.zh-CN.md)

Every channel type, as the registry of the providers and the table of channel types have it.
Written by \`npm run docs:providers\`; a test compares the two.

- Wire: "OpenAI" passes replies on as they come, with the caller's name of a model that the channel maps to another; "own" is translated both ways; with "several" the key, the model or the channel's settings decide.
- Tools: whether a call with tools reaches the type's first default model with them. Where the answer is no, the log row names \`tools\` as dropped.
- Responses: every type with chat answers \`/v1/responses\`, too. "own" is upstream's endpoint, with what it remembers, on the channels that have it;
  elsewhere the call goes out as a chat, and one with a tool that only OpenAI runs, a search apart, is refused by its name.
- Pictures and speech of Gemini (types 24 and 42) come as \`message.images\` and \`message.audio\` and may be sent back so. Sources come as
  \`annotations\`, probabilities as \`logprobs\`, seals on thoughts as \`extra_content.google.thought_signature\`. Tools that are not
  functions are refused by name in a chat, here and on type 51; \`web_search_options\` become the search of types 14, 24 and 42 where it has a fee. On
  Google's own wire its tools are offered where they have a fee.
- Some chats with OpenAI and Azure (types 1 and 3) go to the Responses endpoint, whatever wire the caller speaks: those with models that are served
  nowhere else (\`*-pro\`, \`*codex*\`, \`*deep-research*\`, \`computer-use-preview\`), those with gpt-5.6 that ask for functions and an effort, or for
  the effort \`max\`, those with gpt-6 that offer functions and do not forbid thinking, and those that OpenAI's chat refuses with a sentence that names
  both endpoints. A server without that endpoint is asked for a chat. Thoughts come as a summary where an effort is asked for, and those behind
  calls encrypted in \`thinking_blocks\`, which may be sent back. Several answers, sound and tools that are not
  functions are refused by name; \`web_search_options\` become the search where it has a fee.
- On types 1 and 3 an effort that the model does not know is sent as the next one that it knows. Sampling is left out while the model thinks,
  \`stop\` and \`prediction\` for o3, o4-mini and gpt-5, and words in \`stop\` after the fourth; each is named as dropped.
- A server on OpenAI's wire that refuses \`stream_options\` is asked once more without them, and the stream is counted here. Ollama (type 30) is asked
  once more without an effort where the model cannot think, and the effort is named as dropped.
- On type 33 a model that AWS sells through inference profiles alone is asked in that of the region's continent (\`us.\`, \`eu.\`, \`apac.\`). Claude from 4.5
  on has \`jp.\` in Tokyo and Osaka, \`au.\` in Sydney and Melbourne, and elsewhere in Asia, as in South America, Africa and the Middle East, \`global.\` alone:
  it is answered anywhere in the world. Opus 4.5 and Fable are in \`global.\` in all of Asia and Australia, Opus 4.6 in Japan. A model that the channel maps to an
  id of AWS is asked by it.
- Bots of Volcengine (type 40), whose names begin with \`bot\`, are charged by the sum of the models that they asked (\`bot_usage\`) where they tell no \`usage\`.
- Sources of Mistral (type 28) without an address come as \`document_annotations\` in a chat, and as files, search results or retrieved
  context on the other wires. Its speech, which it writes as JSON, comes as sound, and \`voice\` is sent as its \`voice_id\`.
- Messages: the same for Anthropic's \`/v1/messages\`. Where upstream serves it for some models only, the others go out as a chat.
- Gemini: the same for Google's \`generateContent\` and its stream.
- Realtime: types 1, 3, 8 and 50 open [realtime sessions](realtime.md); all others are passed over.

`,
  zh: `# 上游类型

[English](providers.md)

全部渠道类型，取自上游的注册表和渠道类型表。由 \`npm run docs:providers\` 写出；有测试比较两者。

- 协议：“OpenAI”原样传回回答，渠道映射过的模型改回调用方所用的名称；“自有”双向转换；“多种”由密钥、模型或渠道的设置决定。
- 工具：带工具的请求能否把工具送到该类型的第一个默认模型。不能时，日志行把 \`tools\` 列为略去的字段。
- Responses：凡是支持 chat 的类型都可以用 \`/v1/responses\` 调用。“自有”表示有此接口的渠道直接使用上游的接口及其保存的内容；
  其他渠道经 chat 发出，其中带有只有 OpenAI 才能执行的工具的会被拒绝并指出名称，搜索除外。
- Gemini（类型 24 和 42）的图片和语音放在 \`message.images\` 和 \`message.audio\` 中，也可以这样送回。来源放在 \`annotations\` 中，概率放在 \`logprobs\` 中，
  推理内容的签名放在 \`extra_content.google.thought_signature\` 中。在 chat 中，不是函数的工具会被拒绝并指出名称，类型 51 也是如此；\`web_search_options\`
  在有附加费时变为类型 14、24 和 42 的搜索。在 Google 自己的协议上，有附加费的工具可以使用。
- 对 OpenAI 和 Azure（类型 1 和 3），有些 chat 在 Responses 接口上请求，与调用方的协议无关：只在该接口上提供的模型（\`*-pro\`、\`*codex*\`、\`*deep-research*\`、
  \`computer-use-preview\`），同时要求函数和推理强度、或推理强度为 \`max\` 的 gpt-5.6，带有函数且没有关闭推理的 gpt-6，
  以及被 OpenAI 的 chat 拒绝且错误信息同时提到两个接口的请求。服务器没有该接口时改用 chat。指定了推理强度时返回推理摘要；函数调用之前的推理内容加密后放在
  \`thinking_blocks\` 中，可以送回。多个回答、音频和不是函数的工具会被拒绝并指出名称；
  \`web_search_options\` 在有附加费时变为搜索。
- 在类型 1 和 3 上，模型不支持的推理强度改为它支持的下一档。模型推理时略去采样参数；对 o3、o4-mini 和 gpt-5 略去 \`stop\` 和 \`prediction\`；
  \`stop\` 中第四个之后的词略去。略去的都会指出名称。
- OpenAI 协议的服务器拒绝 \`stream_options\` 时，去掉它再请求一次，用量由本系统计算。Ollama（类型 30）的模型不能推理时，去掉推理强度再请求一次，并把它列为被略去的字段。
- 在类型 33 上，AWS 只通过推理配置文件提供的模型，使用区域所在大洲的配置文件（\`us.\`、\`eu.\`、\`apac.\`）。4.5 及之后的 Claude 在东京和大阪使用 \`jp.\`，在悉尼和墨尔本使用
  \`au.\`，在亚洲其他区域以及南美、非洲和中东只有 \`global.\`：回答可能来自世界任何地方。Opus 4.5 和 Fable 在整个亚洲和澳大利亚都使用 \`global.\`，Opus 4.6 在日本使用 \`global.\`。
  渠道把模型映射为 AWS 的标识时，按该标识请求。
- 火山引擎（类型 40）的应用（名称以 \`bot\` 开头）没有报告 \`usage\` 时，按它调用的各个模型之和（\`bot_usage\`）计费。
- Mistral（类型 28）没有地址的来源，在 chat 中放在 \`document_annotations\` 中，在其他协议中为文件、搜索结果或检索到的上下文。它以 JSON 返回的语音会作为声音返回，\`voice\` 以它的 \`voice_id\` 发送。
- Messages：同上，指 Anthropic 的 \`/v1/messages\`。上游只为一部分模型提供时，其余模型经 chat 发出。
- Gemini：同上，指 Google 的 \`generateContent\` 及其流。
- 实时会话：类型 1、3、8 和 50 可以打开[实时会话](realtime.zh-CN.md)；其他类型会跳过。

`,
}

export const fieldsHead: Said = {
  en: `
## What becomes of each part of a chat call

Found out by asking each provider with its first default model; other models of the same type may differ.

- passed: sent on as it is. The upstream may still refuse it.
- translated: said in the upstream's own words.
- refused: answered with 400 and the name of the field, unless another channel can do it.
- dropped: left out, and named in the log row.
- ignored: left out, and named nowhere.

\`stream_options\` is met everywhere: usage is counted here where the upstream tells none. \`service_tier\` is asked for with \`flex\`; a tier
without a price is refused, and other values are dropped: [metering](metering.md#service-tiers).
`,
  zh: `
## chat 请求的各部分如何处理

用每种类型的第一个默认模型实际测出；同一类型的其他模型可能不同。

- 转发：原样发出。上游仍可能拒绝。
- 转换：改写为上游的形式。
- 拒绝：返回 400 并指出字段，除非另一个渠道可以处理。
- 略去：不发送，并写入日志行。
- 忽略：不发送，也不在任何地方注明。

\`stream_options\` 总是有效：上游没有报告用量时由 Weir 计数。\`service_tier\` 以 \`flex\` 测试；没有价格的等级会被拒绝，其他取值会略去，见[计费](metering.zh-CN.md#服务等级)。
`,
}

export const tasksHead: Said = {
  en: `
## Tasks, balance and key

- Tasks: the endpoints under \`/v1/\` beside chat. A list of inputs for embeddings that is longer than types 15, 16, 17, 23, 26 and 49 take at a
  time is asked for in pieces, one after the other, and answered and charged as one.
- Pictures that are asked for as \`b64_json\` are fetched here where upstream answers with their addresses, as types 16, 17, 44, 46 and 47 always do: 4 at
  a time, 20 MiB at most each and 48 MiB together, by the channel's proxy and under the rules for addresses. One that cannot be fetched comes as \`url\`, is
  charged, and the reply names \`response_format\` as dropped, as it does where \`url\` was asked for and upstream has bytes alone.
- What a task asks for and its upstream is not told, such as the \`style\` of a picture or the \`dimensions\` of a vector, is named as dropped, whatever
  the type. What nobody would miss is not: \`user\`, \`auto\` and the value that counts where none is given.
- Edits of types 17, 40, 44 and 47 take pictures as files, addresses or data URLs, at most 10, 14, 3 and 1, and no mask, which is refused by its name. On type 17
  \`qwen-image*\`, \`wan2.6*\`, \`wan2.7*\` and \`wan2.5-i2i*\` edit, on type 40 into one picture;
  \`ernie-irag-edit\` of type 47 takes an address alone and draws a variation.
- Balance: the unit in which the balance is shown; empty where none is shown.

`,
  zh: `
## 任务、余额与密钥

- 任务：\`/v1/\` 下 chat 之外的接口。类型 15、16、17、23、26 和 49 一次容纳不下的向量输入会逐段请求，作为一次请求回答和计费。
- 图片：请求要求 \`b64_json\` 而上游只返回地址时（类型 16、17、44、46 和 47 总是如此），图片由本服务取回：同时最多 4 张，每张不超过 20 MiB，合计不超过 48 MiB，经由渠道的代理，
  并遵守出站地址规则。取不到的图片以 \`url\` 返回，照常计费，响应把 \`response_format\` 列为被略去的字段；要求 \`url\` 而上游只返回图片数据时也是如此。
- 任务请求中没有转给上游的内容，例如图片的 \`style\` 或向量的 \`dimensions\`，在任何类型上都会列为被略去的字段；
  没有影响的不列出：\`user\`、\`auto\` 以及与默认值相同的值。
- 类型 17、40、44 和 47 的图片编辑接受文件、地址或 data URL，分别最多 10、14、3 和 1 张；不支持蒙版，带有 \`mask\` 的请求会被拒绝并指出名称。类型 17 上可以编辑的模型是
  \`qwen-image*\`、\`wan2.6*\`、\`wan2.7*\` 和 \`wan2.5-i2i*\`；类型 40 每次得到一张图片；类型 47 的
  \`ernie-irag-edit\` 只接受地址，生成变体。
- 余额：显示余额的单位；为空表示不显示余额。

`,
}

export const picturesHead: Said = {
  en: `
## What becomes of each field of a picture

Found out by asking each type that draws with the first of its models that does; the words are those above. Types that draw and are not listed pass every field.

`,
  zh: `
## 图片请求的各个字段如何处理

用每种能绘图的类型的第一个绘图模型实际测出，用词同上。未列出的绘图类型原样转发所有字段。

`,
}

type Columns = Readonly<Record<Language, readonly string[]>>

/** The first columns of every table. */
export const typeColumns: Columns = { en: ['Name', 'Type'], zh: ['名称', '类型'] }

export const wireColumns: Columns = {
  en: ['Wire', 'Chat and stream', 'Responses', 'Messages', 'Gemini', 'Tools'],
  zh: ['协议', 'chat 与流', 'Responses', 'Messages', 'Gemini', '工具'],
}

export const taskColumns: Columns = { en: ['Tasks', 'Balance', 'Key'], zh: ['任务', '余额', '密钥'] }

/** What a cell may say. */
export const words = {
  '': { en: '', zh: '' },
  OpenAI: { en: 'OpenAI', zh: 'OpenAI' },
  several: { en: 'several', zh: '多种' },
  own: { en: 'own', zh: '自有' },
  'as chat': { en: 'as chat', zh: '经 chat' },
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
  passed: { en: 'passed', zh: '转发' },
  translated: { en: 'translated', zh: '转换' },
  refused: { en: 'refused', zh: '拒绝' },
  dropped: { en: 'dropped', zh: '略去' },
  ignored: { en: 'ignored', zh: '忽略' },
} as const satisfies Readonly<Record<string, Said>>

export type Word = keyof typeof words

export const balanceUnits: Readonly<Record<ChannelType['balanceUnit'], Said>> = {
  usd: { en: 'usd', zh: '美元' },
  cny: { en: 'cny', zh: '人民币' },
  'cny-per-10000': { en: 'cny-per-10000', zh: '人民币，10000 点为一元' },
  points: { en: 'points', zh: '点数' },
  unsupported: { en: '', zh: '' },
}

/** Titles of subjects and probes that are not code alone. */
const chinese: Readonly<Record<string, string>> = {
  Messages: '消息',
  Tools: '工具',
  'Sampling and limits': '采样与上限',
  'The answer': '回答',
  'role `system`': '角色 `system`',
  'role `developer`': '角色 `developer`',
  'role `tool`': '角色 `tool`',
  'image by address': '图片地址',
  'image inline': '内嵌图片',
  speech: '语音',
  file: '文件',
  'choice `none`': '选择 `none`',
  'choice `required`': '选择 `required`',
  'choice of one': '指定一个',
  'hosted tool': '托管工具',
  JSON: 'JSON',
  'JSON schema': 'JSON Schema',
}

export const titleIn = (language: Language, title: string): string => {
  if (language === 'en' || /^`[^`]+`$/.test(title)) return title
  const said = chinese[title]
  if (said === undefined) throw new Error(`no Chinese for the title ${title}`)
  return said
}
