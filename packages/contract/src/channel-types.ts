/** Every channel type as data: the console renders its form from this table, the server takes its defaults. */
export interface ChannelType {
  readonly id: number
  readonly name: { readonly zh: string; readonly en: string }
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
  readonly keyHint: { readonly zh: string; readonly en: string }
  readonly balanceUnit: 'usd' | 'cny' | 'cny-per-10000' | 'points' | 'unsupported'
}

const plainKey = { zh: '上游签发的 API 密钥', en: 'The API key issued by the provider' }

export const channelTypes: readonly ChannelType[] = [
  {
    id: 1,
    name: { zh: 'OpenAI', en: 'OpenAI' },
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
  },
]

const byId = new Map(channelTypes.map((type) => [type.id, type]))

export const channelTypeById = (id: number): ChannelType | undefined => byId.get(id)
