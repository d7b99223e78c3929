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

const ownFields = `
3 base_url! other=2024-03-01-preview
8 base_url!
14 config.api_version
17 other
18 other=v2.1
21 other!
22 base_url
30 config.num_ctx
33 config.region config.ak config.sk?
34 config.user_id
37 config.user_id!
42 config.region config.vertex_ai_project_id
43 base_url!
50 base_url!
`

it('these types ask for fields of their own: ! must be filled in, ? is secret, after = stands what an empty one is kept as', () => {
  const shown = channelTypes.flatMap(({ id, fields = [] }) => {
    const marks = fields.map(({ name, isRequired, isSecret, default: kept }) =>
      [name, isRequired && '!', isSecret && '?', kept !== undefined && `=${kept}`].filter(Boolean).join(''),
    )
    return marks.length === 0 ? [] : [`${id} ${marks.join(' ')}`]
  })
  expect(shown.join('\n')).toBe(ownFields.trim())
})

it('the key of AWS can be made of its fields, a proxy needs no models, and the simulator has no address', () => {
  expect(channelTypeById(33)?.keyFrom).toEqual(['ak', 'sk', 'region'])
  expect(channelTypes.filter(({ isModelFree }) => isModelFree === true).map(({ id }) => id)).toEqual([43])
  expect(channelTypes.filter(({ hides }) => hides !== undefined).map(({ id, hides }) => [id, hides])).toEqual([[1000, ['base_url']]])
})

it('says how a field is filled in', () => {
  const example = (id: number) => channelTypeById(id)?.fields?.map(({ placeholder }) => placeholder)
  expect([3, 14, 17, 22, 33, 37, 42, 50].map(example)).toEqual([
    ['https://name.openai.azure.com', '2024-03-01-preview'],
    ['2023-06-01'],
    ['{"pdf_extracter":{}}'],
    ['https://cloud.fastgpt.cn/api'],
    ['us-east-1', 'AKIA…', undefined],
    ['d8d7c61dbc334c32d3ced580e4bf42b4'],
    ['global', 'my-project'],
    ['https://api.example.com/v1'],
  ])
})
