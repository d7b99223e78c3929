export interface BilingualText {
  readonly zh: string
  readonly en: string
}

/** A form field that only some channel types have. */
export interface ChannelField {
  /** Where the value is kept: a column of the channel, or a member of its config. A field for `base_url` replaces the general one. */
  readonly name: 'base_url' | 'other' | `config.${string}`
  readonly label: BilingualText
  readonly placeholder?: string
  /** Stored when the field is left empty. */
  readonly default?: string
  readonly isRequired?: boolean
  readonly isSecret?: boolean
}

/** Every channel type as data: the console renders its form from this table, the server takes its defaults. */
export interface ChannelType {
  readonly id: number
  readonly name: BilingualText
  /** A colour word of the badge palette. */
  readonly color:
    | 'green'
    | 'olive'
    | 'teal'
    | 'blue'
    | 'violet'
    | 'purple'
    | 'pink'
    | 'orange'
    | 'red'
    | 'brown'
    | 'grey'
    | 'black'
    | 'yellow'
  readonly defaultBaseUrl: string
  readonly keyHint: BilingualText
  readonly balanceUnit: 'usd' | 'cny' | 'cny-per-10000' | 'points' | 'unsupported'
  readonly fields?: readonly ChannelField[]
  /** What an operator must know before filling in the form. */
  readonly note?: BilingualText
  /** Members of the config that make up the key when it is left empty, joined by `|`. */
  readonly keyFrom?: readonly string[]
  /** General fields that this type has no use for. */
  readonly hides?: readonly ('key' | 'base_url')[]
}

/** A name that is the same in every language. */
const same = (name: string): BilingualText => ({ zh: name, en: name })

const plainKey = { zh: '上游签发的 API 密钥', en: 'The API key issued by the provider' }

const ownAddress: ChannelField = {
  name: 'base_url',
  label: { zh: '接口地址', en: 'Base URL' },
  placeholder: 'https://api.example.com',
  isRequired: true,
}

export const channelTypes: readonly ChannelType[] = [
  {
    id: 1,
    name: same('OpenAI'),
    color: 'green',
    defaultBaseUrl: 'https://api.openai.com',
    keyHint: plainKey,
    balanceUnit: 'usd',
  },
  {
    id: 2,
    name: { zh: '代理：API2D', en: 'Proxy: API2D' },
    color: 'blue',
    defaultBaseUrl: 'https://oa.api2d.net',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 3,
    name: same('Azure OpenAI'),
    color: 'olive',
    defaultBaseUrl: '',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [
      { ...ownAddress, label: { zh: '终结点', en: 'Endpoint' }, placeholder: 'https://name.openai.azure.com' },
      {
        name: 'other',
        label: { zh: '默认 API 版本', en: 'Default API version' },
        placeholder: '2024-03-01-preview',
        default: '2024-03-01-preview',
      },
    ],
    note: {
      zh: '部署名称必须与模型名称一致。API 版本填 v1 时使用新版接口。',
      en: 'The name of a deployment must be the name of its model. With v1 as the API version the current interface is used.',
    },
  },
  {
    id: 4,
    name: { zh: '代理：CloseAI', en: 'Proxy: CloseAI' },
    color: 'teal',
    defaultBaseUrl: 'https://api.closeai-proxy.xyz',
    keyHint: plainKey,
    balanceUnit: 'cny',
  },
  {
    id: 5,
    name: { zh: '代理：OpenAI-SB', en: 'Proxy: OpenAI-SB' },
    color: 'brown',
    defaultBaseUrl: 'https://api.openai-sb.com',
    keyHint: plainKey,
    balanceUnit: 'cny-per-10000',
  },
  {
    id: 6,
    name: { zh: '代理：OpenAI Max', en: 'Proxy: OpenAI Max' },
    color: 'violet',
    defaultBaseUrl: 'https://api.openaimax.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 7,
    name: { zh: '代理：OhMyGPT', en: 'Proxy: OhMyGPT' },
    color: 'purple',
    defaultBaseUrl: 'https://api.ohmygpt.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 8,
    name: { zh: '自定义渠道', en: 'Custom channel' },
    color: 'pink',
    defaultBaseUrl: '',
    keyHint: plainKey,
    balanceUnit: 'usd',
    fields: [ownAddress],
  },
  {
    id: 9,
    name: { zh: '代理：AI.LS', en: 'Proxy: AI.LS' },
    color: 'yellow',
    defaultBaseUrl: 'https://api.caipacity.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 10,
    name: { zh: '代理：AI Proxy', en: 'Proxy: AI Proxy' },
    color: 'purple',
    defaultBaseUrl: 'https://api.aiproxy.io',
    keyHint: plainKey,
    balanceUnit: 'points',
  },
  {
    id: 11,
    name: same('Google PaLM2'),
    color: 'orange',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 12,
    name: { zh: '代理：API2GPT', en: 'Proxy: API2GPT' },
    color: 'blue',
    defaultBaseUrl: 'https://api.api2gpt.com',
    keyHint: plainKey,
    balanceUnit: 'cny',
  },
  {
    id: 13,
    name: { zh: '代理：AIGC2D', en: 'Proxy: AIGC2D' },
    color: 'purple',
    defaultBaseUrl: 'https://api.aigc2d.com',
    keyHint: plainKey,
    balanceUnit: 'points',
  },
  {
    id: 14,
    name: { zh: 'Anthropic Claude', en: 'Anthropic Claude' },
    color: 'black',
    defaultBaseUrl: 'https://api.anthropic.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [{ name: 'config.api_version', label: { zh: 'API 版本', en: 'API version' }, placeholder: '2023-06-01' }],
  },
  {
    id: 15,
    name: { zh: '百度文心千帆', en: 'Baidu Qianfan (ERNIE)' },
    color: 'blue',
    defaultBaseUrl: 'https://aip.baidubce.com',
    keyHint: same('APIKey|SecretKey'),
    balanceUnit: 'unsupported',
  },
  {
    id: 16,
    name: { zh: '智谱 ChatGLM', en: 'Zhipu ChatGLM' },
    color: 'violet',
    defaultBaseUrl: 'https://open.bigmodel.cn',
    keyHint: { zh: 'id.secret 形式的 API 密钥', en: 'The API key, in the form id.secret' },
    balanceUnit: 'unsupported',
  },
  {
    id: 17,
    name: { zh: '阿里通义千问', en: 'Alibaba Qwen' },
    color: 'orange',
    defaultBaseUrl: 'https://dashscope.aliyuncs.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [
      {
        name: 'other',
        label: { zh: '插件参数（请求头 X-DashScope-Plugin 的值）', en: 'Plugin parameter (value of the header X-DashScope-Plugin)' },
        placeholder: '{"pdf_extracter":{}}',
      },
    ],
  },
  {
    id: 18,
    name: { zh: '讯飞星火认知', en: 'iFlytek Spark' },
    color: 'blue',
    defaultBaseUrl: 'wss://spark-api.xf-yun.com',
    keyHint: same('APPID|APISecret|APIKey'),
    balanceUnit: 'unsupported',
    fields: [{ name: 'other', label: { zh: '模型版本', en: 'Model version' }, placeholder: 'v2.1', default: 'v2.1' }],
  },
  {
    id: 19,
    name: { zh: '360 智脑', en: '360 Zhinao' },
    color: 'blue',
    defaultBaseUrl: 'https://api.360.cn',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 20,
    name: same('OpenRouter'),
    color: 'black',
    defaultBaseUrl: 'https://openrouter.ai/api',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 21,
    name: { zh: '知识库：AI Proxy', en: 'Knowledge base: AI Proxy' },
    color: 'purple',
    defaultBaseUrl: 'https://api.aiproxy.io',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [{ name: 'other', label: { zh: '知识库 ID', en: 'Knowledge base ID' }, isRequired: true }],
  },
  {
    id: 22,
    name: { zh: '知识库：FastGPT', en: 'Knowledge base: FastGPT' },
    color: 'blue',
    defaultBaseUrl: 'https://cloud.fastgpt.cn/api',
    keyHint: {
      zh: 'APIKey-AppId，例如 fastgpt-0sp2gtvfdgyi4k30jwlgwf1i-64f335d84283f05518e9e041',
      en: 'APIKey-AppId, for example fastgpt-0sp2gtvfdgyi4k30jwlgwf1i-64f335d84283f05518e9e041',
    },
    balanceUnit: 'unsupported',
    fields: [
      {
        name: 'base_url',
        label: { zh: '私有部署地址', en: 'Address of your deployment' },
        placeholder: 'https://cloud.fastgpt.cn/api',
      },
    ],
  },
  {
    id: 23,
    name: { zh: '腾讯混元', en: 'Tencent Hunyuan' },
    color: 'teal',
    defaultBaseUrl: 'https://hunyuan.tencentcloudapi.com',
    keyHint: same('AppId|SecretId|SecretKey'),
    balanceUnit: 'unsupported',
  },
  {
    id: 24,
    name: same('Google Gemini'),
    color: 'orange',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 25,
    name: { zh: '月之暗面 Kimi', en: 'Moonshot AI' },
    color: 'black',
    defaultBaseUrl: 'https://api.moonshot.cn',
    keyHint: plainKey,
    balanceUnit: 'cny',
  },
  {
    id: 26,
    name: { zh: '百川大模型', en: 'Baichuan' },
    color: 'orange',
    defaultBaseUrl: 'https://api.baichuan-ai.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 27,
    name: same('MiniMax'),
    color: 'red',
    defaultBaseUrl: 'https://api.minimaxi.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 28,
    name: same('Mistral AI'),
    color: 'orange',
    defaultBaseUrl: 'https://api.mistral.ai',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 29,
    name: same('Groq'),
    color: 'orange',
    defaultBaseUrl: 'https://api.groq.com/openai',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 30,
    name: same('Ollama'),
    color: 'black',
    defaultBaseUrl: 'http://localhost:11434',
    keyHint: { zh: '本地服务不需要密钥，任意填写即可', en: 'A local server needs no key; write anything' },
    balanceUnit: 'unsupported',
    fields: [
      { name: 'config.num_ctx', label: { zh: '上下文长度（num_ctx）', en: 'Length of the context (num_ctx)' }, placeholder: '32768' },
    ],
  },
  {
    id: 31,
    name: { zh: '零一万物', en: '01.AI (Yi)' },
    color: 'green',
    defaultBaseUrl: 'https://api.lingyiwanwu.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 32,
    name: { zh: '阶跃星辰', en: 'StepFun' },
    color: 'blue',
    defaultBaseUrl: 'https://api.stepfun.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 33,
    name: same('AWS'),
    color: 'black',
    defaultBaseUrl: '',
    keyHint: { zh: 'AK|SK|Region 或 APIKEY|Region', en: 'AK|SK|Region or APIKEY|Region' },
    balanceUnit: 'unsupported',
    fields: [
      { name: 'config.region', label: { zh: '区域', en: 'Region' }, placeholder: 'us-east-1' },
      { name: 'config.ak', label: same('AK'), placeholder: 'AKIA…' },
      { name: 'config.sk', label: same('SK'), isSecret: true },
    ],
    keyFrom: ['ak', 'sk', 'region'],
    note: {
      zh: '密钥留空时由 AK、SK 与区域组成。跨区域推理配置可在模型重定向中指定。',
      en: 'A key left empty is made of AK, SK and region. An inference profile can be named in the model redirect.',
    },
  },
  {
    id: 34,
    name: same('Coze'),
    color: 'blue',
    defaultBaseUrl: 'https://api.coze.com',
    keyHint: { zh: '个人访问令牌，以 pat_ 开头', en: 'The personal access token, which begins with pat_' },
    balanceUnit: 'unsupported',
    fields: [{ name: 'config.user_id', label: { zh: '用户 ID（user_id）', en: 'User ID (user_id)' } }],
    note: {
      zh: '模型名称就是 Bot ID，可以带前缀 bot-。中国站的地址是 https://api.coze.cn。',
      en: 'The name of a model is the ID of a bot and may begin with bot-. The address in China is https://api.coze.cn.',
    },
  },
  {
    id: 35,
    name: same('Cohere'),
    color: 'blue',
    defaultBaseUrl: 'https://api.cohere.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 36,
    name: { zh: '深度求索', en: 'DeepSeek' },
    color: 'black',
    defaultBaseUrl: 'https://api.deepseek.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 37,
    name: same('Cloudflare'),
    color: 'orange',
    defaultBaseUrl: 'https://api.cloudflare.com',
    keyHint: { zh: 'API 令牌', en: 'The API token' },
    balanceUnit: 'unsupported',
    fields: [
      {
        name: 'config.user_id',
        label: { zh: '账户 ID', en: 'Account ID' },
        placeholder: 'd8d7c61dbc334c32d3ced580e4bf42b4',
        isRequired: true,
      },
    ],
  },
  {
    id: 38,
    name: same('DeepL'),
    color: 'black',
    defaultBaseUrl: 'https://api-free.deepl.com',
    keyHint: { zh: 'API 密钥，免费版以 :fx 结尾', en: 'The API key; that of the free plan ends in :fx' },
    balanceUnit: 'points',
    note: {
      zh: '模型名称决定目标语言，例如 deepl-zh、deepl-en-us。只翻译最后一条消息。',
      en: 'The name of a model says the target language, such as deepl-zh or deepl-en-us. Only the last message is translated.',
    },
  },
  {
    id: 39,
    name: same('together.ai'),
    color: 'blue',
    defaultBaseUrl: 'https://api.together.xyz',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 40,
    name: { zh: '字节火山引擎', en: 'Volcengine' },
    color: 'blue',
    defaultBaseUrl: 'https://ark.cn-beijing.volces.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    note: { zh: '模型名填模型 ID、推理接入点 ep-… 或应用 bot-…', en: 'A model is a model id, an endpoint ep-… or an app bot-…' },
  },
  {
    id: 41,
    name: same('Novita'),
    color: 'purple',
    defaultBaseUrl: 'https://api.novita.ai/openai',
    keyHint: plainKey,
    balanceUnit: 'usd',
  },
  {
    id: 42,
    name: same('VertexAI'),
    color: 'blue',
    defaultBaseUrl: '',
    keyHint: { zh: '服务账号 JSON，或 API 密钥', en: 'The JSON of a service account, or an API key' },
    balanceUnit: 'unsupported',
    fields: [
      { name: 'config.region', label: { zh: '区域', en: 'Region' }, placeholder: 'global' },
      { name: 'config.vertex_ai_project_id', label: { zh: '项目 ID', en: 'Project ID' }, placeholder: 'my-project' },
    ],
  },
  {
    id: 43,
    name: { zh: '代理', en: 'Proxy' },
    color: 'blue',
    defaultBaseUrl: '',
    keyHint: {
      zh: '原样作为 Authorization 请求头发送，需要时自行加上 Bearer',
      en: 'Sent as the Authorization header as it is; write Bearer in front where it is needed',
    },
    balanceUnit: 'unsupported',
    fields: [ownAddress],
    note: {
      zh: '通过 /v1/oneapi/proxy/渠道编号/路径 原样转发请求，不区分模型，不计费。',
      en: 'Requests to /v1/oneapi/proxy/channel/path are passed on as they are, whatever the model, and are not charged.',
    },
  },
  {
    id: 44,
    name: { zh: '硅基流动', en: 'SiliconFlow' },
    color: 'blue',
    defaultBaseUrl: 'https://api.siliconflow.cn',
    keyHint: plainKey,
    balanceUnit: 'cny',
  },
  {
    id: 45,
    name: same('xAI'),
    color: 'blue',
    defaultBaseUrl: 'https://api.x.ai',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 46,
    name: same('Replicate'),
    color: 'blue',
    defaultBaseUrl: 'https://api.replicate.com',
    keyHint: { zh: '以 r8_ 开头的 API 令牌', en: 'The API token, which begins with r8_' },
    balanceUnit: 'unsupported',
  },
  {
    id: 47,
    name: { zh: '百度文心千帆 V2', en: 'Baidu Qianfan V2' },
    color: 'blue',
    defaultBaseUrl: 'https://qianfan.baidubce.com',
    keyHint: { zh: 'bce-v3/ALTAK-…，可加 |app-… 指定应用', en: 'bce-v3/ALTAK-…, optionally followed by |app-…' },
    balanceUnit: 'unsupported',
  },
  {
    id: 48,
    name: { zh: '讯飞星火认知 V2', en: 'iFlytek Spark V2' },
    color: 'blue',
    defaultBaseUrl: 'https://spark-api-open.xf-yun.com',
    keyHint: { zh: 'APIPassword，或 APIKey:APISecret', en: 'APIPassword, or APIKey:APISecret' },
    balanceUnit: 'unsupported',
  },
  {
    id: 49,
    name: { zh: '阿里云百炼', en: 'Alibaba Bailian' },
    color: 'orange',
    defaultBaseUrl: 'https://dashscope.aliyuncs.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 50,
    name: { zh: 'OpenAI 兼容', en: 'OpenAI-compatible' },
    color: 'olive',
    defaultBaseUrl: '',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [{ ...ownAddress, placeholder: 'https://api.example.com/v1' }],
  },
  {
    id: 51,
    name: { zh: 'Gemini（OpenAI 格式）', en: 'Gemini in OpenAI format' },
    color: 'orange',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
  {
    id: 1000,
    name: { zh: '模拟上游', en: 'Simulator' },
    color: 'grey',
    defaultBaseUrl: 'simulator:',
    keyHint: { zh: '任意文字，不会发送', en: 'Any text; it is not sent' },
    balanceUnit: 'unsupported',
    note: {
      zh: '内置的模拟上游，不访问网络：回显最后一条消息，有工具时调用第一个；发送 !error 429 或 !cut 可模拟故障',
      en: 'A built-in upstream without any network: it echoes the last message, calls the first tool if there are any, and fails on !error 429 or !cut',
    },
    hides: ['base_url'],
  },
]

const byId = new Map(channelTypes.map((type) => [type.id, type]))

export const channelTypeById = (id: number): ChannelType | undefined => byId.get(id)
