import type { Provider } from '@weir/dialects/model/provider'
import { aiLs } from './ai-ls/index.ts'
import { aiProxyLibrary } from './ai-proxy-library/index.ts'
import { aiProxy } from './ai-proxy/index.ts'
import { aigc2d } from './aigc2d/index.ts'
import { aliBailian } from './ali-bailian/index.ts'
import { ali } from './ali/index.ts'
import { anthropic } from './anthropic/index.ts'
import { api2d } from './api2d/index.ts'
import { api2gpt } from './api2gpt/index.ts'
import { aws } from './aws/index.ts'
import { azure } from './azure/index.ts'
import { baichuan } from './baichuan/index.ts'
import { baiduV2 } from './baidu-v2/index.ts'
import { baidu } from './baidu/index.ts'
import { closeai } from './closeai/index.ts'
import { cloudflare } from './cloudflare/index.ts'
import { cohere } from './cohere/index.ts'
import { coze } from './coze/index.ts'
import { custom } from './custom/index.ts'
import { deepl } from './deepl/index.ts'
import { deepseek } from './deepseek/index.ts'
import { doubao } from './doubao/index.ts'
import { fastgpt } from './fastgpt/index.ts'
import { geminiOpenai } from './gemini-openai/index.ts'
import { gemini } from './gemini/index.ts'
import { groq } from './groq/index.ts'
import { minimax } from './minimax/index.ts'
import { mistral } from './mistral/index.ts'
import { moonshot } from './moonshot/index.ts'
import { novita } from './novita/index.ts'
import { ohmygpt } from './ohmygpt/index.ts'
import { ollama } from './ollama/index.ts'
import { openaiCompatible } from './openai-compatible/index.ts'
import { openaiMax } from './openai-max/index.ts'
import { openaiSb } from './openai-sb/index.ts'
import { openai } from './openai/index.ts'
import { openrouter } from './openrouter/index.ts'
import { palm } from './palm/index.ts'
import { proxy } from './proxy/index.ts'
import { replicate } from './replicate/index.ts'
import { siliconflow } from './siliconflow/index.ts'
import { simulator } from './simulator/index.ts'
import { stepfun } from './stepfun/index.ts'
import { tencent } from './tencent/index.ts'
import { together } from './together/index.ts'
import { vertex } from './vertex/index.ts'
import { xai } from './xai/index.ts'
import { xunfeiV2 } from './xunfei-v2/index.ts'
import { xunfei } from './xunfei/index.ts'
import { yi } from './yi/index.ts'
import { zhinao360 } from './zhinao-360/index.ts'
import { zhipu } from './zhipu/index.ts'

const registry: readonly Provider[] = [
  aigc2d,
  aiLs,
  aiProxy,
  aiProxyLibrary,
  ali,
  aliBailian,
  anthropic,
  api2d,
  api2gpt,
  aws,
  azure,
  baichuan,
  baidu,
  baiduV2,
  closeai,
  cloudflare,
  cohere,
  coze,
  custom,
  deepl,
  deepseek,
  doubao,
  fastgpt,
  gemini,
  geminiOpenai,
  groq,
  minimax,
  mistral,
  moonshot,
  novita,
  ohmygpt,
  ollama,
  openai,
  openaiCompatible,
  openaiMax,
  openaiSb,
  openrouter,
  palm,
  proxy,
  replicate,
  siliconflow,
  simulator,
  stepfun,
  tencent,
  together,
  vertex,
  xai,
  xunfei,
  xunfeiV2,
  yi,
  zhinao360,
  zhipu,
]

export const providers: ReadonlyMap<number, Provider> = new Map(registry.map((provider) => [provider.channelType, provider]))
