import type { BilingualText, ChannelField } from '../../channel-types.ts'

/** A name that is the same in every language. */
export const same = (name: string): BilingualText => ({ zh: name, en: name })

export const plainKey = { zh: '上游签发的 API 密钥', en: 'The API key issued by the provider' }

export const ownAddress: ChannelField = {
  name: 'base_url',
  label: { zh: '接口地址', en: 'Base URL' },
  placeholder: 'https://api.example.com',
  isRequired: true,
}
