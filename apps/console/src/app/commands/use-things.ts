import { canSee } from '@weir/contract/areas'
import { ChannelStatus, searchChannels, type ChannelObject } from '@weir/contract/channel'
import { searchTokens } from '@weir/contract/token'
import { searchUsers } from '@weir/contract/user-admin'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { editPathOf, keyPathOf, routePathOf } from '../../shared/navigation/paths.ts'
import type { IconName } from '../../shared/ui/icon/icon.tsx'
import { isModelLike, isRequestId, type Command } from './command.ts'
import { useChannelSwitch } from './use-channel-switch.ts'

const PAUSE_MS = 180
/** Of each kind; who looks for more wants the list. */
const MOST = 5

/** The text once nobody has typed for a moment: one search for a word, not one for each letter. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface Thing {
  readonly id: number
  readonly name: string
}

interface Searching {
  readonly query: string
  readonly role: number | undefined
  readonly goTo: (path: string) => void
}

const useFound = (query: string, role: number | undefined) => {
  const keyword = useSettled(query)
  // One letter finds too much, one figure may be an id.
  const isAsked = keyword.length > 1 || /^\d$/.test(keyword)
  const input = { query: { keyword, p: 0, page_size: MOST } }
  const optionsFor = (area: 'channel' | 'user' | 'token') => ({ enabled: isAsked && canSee(role, area), isOptional: true })
  const channels = useEndpoint(searchChannels, input, optionsFor('channel'))
  const users = useEndpoint(searchUsers, input, optionsFor('user'))
  const tokens = useEndpoint(searchTokens, input, optionsFor('token'))
  const searches = [channels, users, tokens]
  return {
    channels: channels.data ?? [],
    users: users.data ?? [],
    tokens: tokens.data ?? [],
    isSearching: keyword !== query || searches.some(({ isFetching }) => isFetching),
  }
}

/** What has the typed name or id: channels, users and own tokens, a request by its id, and where a model would go. */
export const useThings = ({ query, role, goTo }: Searching) => {
  const t = useText()
  const { channels, users, tokens, isSearching } = useFound(query, role)
  const command = (icon: IconName, path: string, { label, detail = '' }: { label: string; detail?: string }): Command => ({
    id: path,
    icon,
    label,
    detail,
    aliases: [],
    run: () => goTo(path),
  })
  const thing = (area: 'channel' | 'user' | 'token', icon: IconName, { id, name }: Thing) =>
    command(icon, editPathOf(area, id), { label: name || `#${id}`, detail: t(`command.${area}`, { id }) })
  const switchOver = useChannelSwitch()
  /** What is done with a channel most often, for the one that was meant. */
  const doneWith = (channel: ChannelObject): readonly Command[] => {
    const { id, status } = channel
    const name = channel.name || `#${id}`
    const isOn = status === ChannelStatus.enabled
    return [
      command('key', keyPathOf(id), { label: t('command.replaceKey', { name }), detail: t('command.channel', { id }) }),
      {
        id: `switch-${id}`,
        icon: isOn ? 'close' : 'check',
        label: t(isOn ? 'command.disable' : 'command.enable', { name }),
        detail: t('command.channel', { id }),
        aliases: [],
        run: () => switchOver({ id, name, status }),
      },
    ]
  }
  const things = [
    ...(isRequestId(query) && canSee(role, 'log')
      ? [command('list', logWith({ request_id: query }), { label: t('command.request', { id: query }) })]
      : []),
    ...channels.slice(0, MOST).map((found) => thing('channel', 'channel', found)),
    ...channels.slice(0, 1).flatMap(doneWith),
    ...users.slice(0, MOST).map(({ id, username }) => thing('user', 'user', { id, name: username })),
    ...tokens.slice(0, MOST).map((found) => thing('token', 'key', found)),
    ...(isModelLike(query) && canSee(role, 'channel')
      ? [command('channel', routePathOf(query), { label: t('command.route', { model: query }) })]
      : []),
  ]
  return { things, isSearching }
}
