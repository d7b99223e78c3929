import { useQuery } from '@tanstack/react-query'
import { searchChannels } from '@weir/contract/channel'
import { listGroups } from '@weir/contract/site'
import { searchTokens } from '@weir/contract/token'
import { listAvailableModels } from '@weir/contract/user'
import { searchUsers } from '@weir/contract/user-admin'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'

export interface Suggestion {
  readonly value: string
  readonly label: string
}

type Load = (typed: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

const MOST_SUGGESTIONS = 20
/** While somebody types, a question for every letter would be asked for nothing. */
const PAUSE_MS = 200
const KEPT_MS = 60_000

const named = (names: readonly string[]): readonly Suggestion[] => names.map((value) => ({ value, label: value }))

/** What a filter can be completed to. Token names are the reader's own: those of others are no list of ours. */
export const suggestionsOf: Readonly<Record<'token_name' | 'model_name' | 'username' | 'channel' | 'group', Load>> = {
  token_name: async (keyword, signal) =>
    named(((await call(searchTokens, { query: { keyword } }, { signal })) ?? []).map(({ name }) => name)),
  model_name: async (typed, signal) =>
    named(
      ((await call(listAvailableModels, { query: {} }, { signal })) ?? []).filter((model) =>
        model.toLowerCase().includes(typed.toLowerCase()),
      ),
    ),
  username: async (keyword, signal) =>
    named(((await call(searchUsers, { query: { keyword } }, { signal })) ?? []).map(({ username }) => username)),
  group: async (typed, signal) =>
    named(((await call(listGroups, {}, { signal })) ?? []).filter((group) => group.toLowerCase().includes(typed.toLowerCase()))),
  channel: async (keyword, signal) =>
    ((await call(searchChannels, { query: { keyword } }, { signal })) ?? []).map(({ id, name }) => ({
      value: String(id),
      label: `${name} #${id}`,
    })),
}

const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Asked for while the field is open; a list that does not come is no reason to say anything. */
export const useSuggestions = (name: keyof typeof suggestionsOf, typed: string, isOpen: boolean): readonly Suggestion[] => {
  const keyword = usePaused(typed.trim())
  const { data } = useQuery({
    queryKey: ['log-suggestions', name, keyword],
    queryFn: ({ signal }) => suggestionsOf[name](keyword, signal),
    enabled: isOpen,
    staleTime: KEPT_MS,
    retry: false,
    meta: { isOptional: true },
  })
  return [...new Map((data ?? []).map((suggestion) => [suggestion.value, suggestion])).values()].slice(0, MOST_SUGGESTIONS)
}
