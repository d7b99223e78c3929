import { expect, it } from 'bun:test'
import { channelTypeById, channelTypes } from './channel-types.ts'

const table = `
1 green usd https://api.openai.com
2 blue unsupported https://oa.api2d.net
3 olive unsupported
4 teal cny https://api.closeai-proxy.xyz
5 brown cny-per-10000 https://api.openai-sb.com
6 violet unsupported https://api.openaimax.com
7 purple unsupported https://api.ohmygpt.com
8 pink usd
9 yellow unsupported https://api.caipacity.com
10 purple points https://api.aiproxy.io
11 orange unsupported https://generativelanguage.googleapis.com
12 blue cny https://api.api2gpt.com
13 purple points https://api.aigc2d.com
14 black unsupported https://api.anthropic.com
15 blue unsupported https://aip.baidubce.com
16 violet unsupported https://open.bigmodel.cn
17 orange unsupported https://dashscope.aliyuncs.com
18 blue unsupported wss://spark-api.xf-yun.com
19 blue unsupported https://api.360.cn
20 black unsupported https://openrouter.ai/api
21 purple unsupported https://api.aiproxy.io
22 blue unsupported https://cloud.fastgpt.cn/api
23 teal unsupported https://hunyuan.tencentcloudapi.com
24 orange unsupported https://generativelanguage.googleapis.com
25 black cny https://api.moonshot.cn
26 orange unsupported https://api.baichuan-ai.com
27 red unsupported https://api.minimaxi.com
28 orange unsupported https://api.mistral.ai
29 orange unsupported https://api.groq.com/openai
30 black unsupported http://localhost:11434
31 green unsupported https://api.lingyiwanwu.com
32 blue unsupported https://api.stepfun.com
33 black unsupported
34 blue unsupported https://api.coze.com
35 blue unsupported https://api.cohere.com
36 black unsupported https://api.deepseek.com
37 orange unsupported https://api.cloudflare.com
38 black points https://api-free.deepl.com
39 blue unsupported https://api.together.xyz
40 blue unsupported https://ark.cn-beijing.volces.com
41 purple usd https://api.novita.ai/openai
42 blue unsupported
43 blue unsupported
44 blue cny https://api.siliconflow.cn
45 blue unsupported https://api.x.ai
46 blue unsupported https://api.replicate.com
47 blue unsupported https://qianfan.baidubce.com
48 blue unsupported https://spark-api-open.xf-yun.com
49 orange unsupported https://dashscope.aliyuncs.com
50 olive unsupported
51 orange unsupported https://generativelanguage.googleapis.com/v1beta/openai
1000 grey unsupported simulator:
`

it('every type has its number, colour, unit of balance and address', () => {
  const lines = channelTypes.map(({ id, color, balanceUnit, defaultBaseUrl }) => `${id} ${color} ${balanceUnit} ${defaultBaseUrl}`.trim())
  expect(lines).toEqual(table.trim().split('\n'))
})

it('a number that nobody has taken is no type', () => {
  expect([channelTypeById(0), channelTypeById(52)]).toEqual([undefined, undefined])
  expect(channelTypeById(14)?.name).toEqual({ zh: 'Anthropic Claude', en: 'Anthropic Claude' })
})
