import type { TokenObject } from '@weir/contract/token'
import { useCopy } from '../../shared/clipboard/use-copy.ts'
import { confirm } from '../../shared/feedback/confirm.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { RowAction } from '../../shared/list/actions/action.ts'
import { preferences } from '../../shared/session/preferences.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { fullKey, useServerAddress } from '../../shared/site/gateway.ts'
import { PUBLIC_CHAT_CLIENT, chatClients, chatLinkFor, type ChatClient } from './token-links.ts'

const FOREIGN_CHAT = 'foreign-chat'

/** The first time a key would go to a site that the operator did not choose, the reader is told. */
const mayOpen = async (t: Translate, client: ChatClient, chatLink: string): Promise<boolean> => {
  if (client !== 'next' || chatLink !== '' || preferences.isPromptDone(FOREIGN_CHAT)) return true
  const { host } = new URL(PUBLIC_CHAT_CLIENT)
  const isConfirmed = await confirm({
    title: t('token.foreignTitle'),
    hint: t('token.foreignHint', { host }),
    ok: t('token.foreignGo', { host }),
  })
  if (isConfirmed) preferences.finishPrompt(FOREIGN_CHAT)
  return isConfirmed
}

/** Copying a key, and handing it to a chat client. */
export const useTokenSharing = (onBlocked: (text: string) => void) => {
  const t = useText()
  const serverAddress = useServerAddress()
  const chatLink = useStatus()?.chat_link ?? ''
  const copy = useCopy(onBlocked)

  return ({ key }: TokenObject): readonly RowAction[] => {
    const linkTo = (client: ChatClient) => chatLinkFor(client, { key, serverAddress, chatLink })
    const openChat = (client: ChatClient) =>
      void mayOpen(t, client, chatLink).then((isAllowed) => isAllowed && window.open(linkTo(client), '_blank', 'noopener'))
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
    return [
      {
        name: 'copy',
        label: t('token.copy'),
        run: copyKey.run,
        variants: { label: t('token.copyMenu'), actions: [copyKey, ...copies] },
      },
      { name: 'chat', label: t('token.chat'), run: () => openChat('next'), variants: { label: t('token.chatMenu'), actions: chats } },
    ]
  }
}
