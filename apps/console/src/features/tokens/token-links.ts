import { stripTrailingSlash } from '@weir/contract/values/format'
import { fullKey } from '../../shared/site/gateway.ts'

export const chatClients = ['next', 'ama', 'opencat'] as const
export type ChatClient = (typeof chatClients)[number]

/** Of copied links when the operator has not set a chat link of their own. */
const PUBLIC_CHAT_CLIENT = 'https://app.nextchat.dev'

export interface LinkInput {
  readonly key: string
  readonly serverAddress: string
  readonly chatLink: string
}

const writers: Readonly<Record<ChatClient, (input: LinkInput) => string>> = {
  next: ({ key, serverAddress, chatLink }) => {
    const settings = JSON.stringify({ key: fullKey(key), url: serverAddress })
    return `${stripTrailingSlash(chatLink || PUBLIC_CHAT_CLIENT)}/#/?settings=${encodeURIComponent(settings)}`
  },
  ama: ({ key, serverAddress }) => `ama://set-api-key?server=${encodeURIComponent(serverAddress)}&key=${fullKey(key)}`,
  opencat: ({ key, serverAddress }) => `opencat://team/join?domain=${encodeURIComponent(serverAddress)}&token=${fullKey(key)}`,
}

/** The link that hands a key to a chat client. */
export const chatLinkFor = (client: ChatClient, input: LinkInput): string => writers[client](input)
