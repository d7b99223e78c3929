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
    id: 8,
    name: { zh: '自定义渠道', en: 'Custom channel' },
    color: 'pink',
    defaultBaseUrl: '',
    keyHint: plainKey,
    balanceUnit: 'usd',
    fields: [ownAddress],
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
    id: 14,
    name: { zh: 'Anthropic Claude', en: 'Anthropic Claude' },
    color: 'black',
    defaultBaseUrl: 'https://api.anthropic.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
    fields: [{ name: 'config.api_version', label: { zh: 'API 版本', en: 'API version' }, placeholder: '2023-06-01' }],
  },
  {
    id: 24,
    name: same('Google Gemini'),
    color: 'orange',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    keyHint: plainKey,
    balanceUnit: 'unsupported',
  },
]

const byId = new Map(channelTypes.map((type) => [type.id, type]))

export const channelTypeById = (id: number): ChannelType | undefined => byId.get(id)
