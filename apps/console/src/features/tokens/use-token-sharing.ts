import type { TokenObject } from '@weir/contract/token'
import { useCopy } from '../../shared/clipboard/use-copy.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { RowAction } from '../../shared/list/actions/action.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { fullKey, useServerAddress } from '../../shared/site/gateway.ts'
import { chatClients, chatLinkFor, type ChatClient } from './token-links.ts'

/** Copying a key, and handing it to the chat client that the operator chose; without one no key is handed to anyone. */
export const useTokenSharing = (onBlocked: (text: string) => void) => {
  const t = useText()
  const serverAddress = useServerAddress()
  const chatLink = useStatus()?.chat_link ?? ''
  const copy = useCopy(onBlocked)

  return ({ key }: TokenObject): readonly RowAction[] => {
    const linkTo = (client: ChatClient) => chatLinkFor(client, { key, serverAddress, chatLink })
    const openChat = (client: ChatClient) => window.open(linkTo(client), '_blank', 'noopener')
    const copyKey = { name: 'copy-key', label: t('token.copyKey'), run: () => copy(fullKey(key)) }
    const copies = chatClients.map((client) => ({
      name: `copy-${client}`,
      label: t('token.copyFor', { client: t(`token.client.${client}`) }),
      run: () => copy(linkTo(client)),
    }))
    const chats = chatClients.map((client) => ({
      name: `chat-${client}`,
      label: t('token.chatWith', { client: t(`token.client.${client}`) }),
      run: () => openChat(client),
    }))
    const chat = {
      name: 'chat',
      label: t('token.chat'),
      run: () => openChat('next'),
      variants: { label: t('token.chatMenu'), actions: chats },
    }
    return [
      {
        name: 'copy',
        label: t('token.copy'),
        run: copyKey.run,
        variants: { label: t('token.copyMenu'), actions: [copyKey, ...copies] },
      },
      ...(chatLink === '' ? [] : [chat]),
    ]
  }
}
