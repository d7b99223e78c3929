import { useQuery } from '@tanstack/react-query'
import type { DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import { useEffect, useRef } from 'react'
import { notify } from '../feedback/notify.ts'
import { t } from '../i18n/language.ts'
import type { MessageKey, PlainKey } from '../i18n/translate.ts'
import { call, type CallInput } from './api-client.ts'
import { useChange } from './use-change.ts'

/** Travels with a query or mutation to the one place that reacts to failures. */
export interface CallMeta extends Record<string, unknown> {
  /** Replaces the policy's text; may hold `{message}` for the server's own words. */
  readonly failure?: MessageKey
  /** The text when no answer came at all. */
  readonly lost?: PlainKey
  /** The screen does without the answer: nothing is said. */
  readonly isOptional?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: CallMeta
  }
}

interface ReadOptions {
  readonly enabled?: boolean
  /** Asked once per page load, whatever the answer; a retry is the reader's decision. */
  readonly isOnce?: boolean
  /** Forgotten with the screen: a form must not start from an older answer. */
  readonly isFresh?: boolean
  readonly failure?: MessageKey
  readonly isOptional?: boolean
}

/** Reads an endpoint and keeps the result; aborted when the screen goes away. `null` when the server sent no data. */
export const useEndpoint = <const D extends EndpointDefinition>(
  endpoint: D,
  input: CallInput<D>,
  { enabled = true, isOnce = false, isFresh = false, ...meta }: ReadOptions = {},
) =>
  useQuery<DataOf<D> | null>({
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) => (await call(endpoint, input, { signal })) ?? null,
    enabled,
    ...(isOnce ? { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retryOnMount: false } : {}),
    ...(isFresh ? { gcTime: 0 } : {}),
    meta,
  })

interface ActionOptions<D extends EndpointDefinition> {
  /** Toast after success; the standard one unless told, none with `false`. */
  readonly success?: PlainKey | false
  /** What was done to what, below the words of the toast. */
  readonly told?: (input: CallInput<D>) => string | undefined
  readonly failure?: MessageKey
  readonly lost?: PlainKey
  readonly timeoutMs?: number
  readonly onDone?: (data: DataOf<D>, input: CallInput<D>) => void
  /** After that, and only while what asked is on the screen: a reader who has left it is led nowhere, and what was opened since stays open. */
  readonly onSeen?: () => void
}

const useIsShown = () => {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Runs a changing call: `const remove = useAction(deleteToken)`, then `remove.mutate({ params: { id } })`. */
export const useAction = <const D extends EndpointDefinition>(
  endpoint: D,
  { success = 'common.done', told, timeoutMs, onDone, onSeen, ...meta }: ActionOptions<D> = {},
) => {
  const isShown = useIsShown()
  return useChange<DataOf<D>, CallInput<D>>({
    mutationFn: (input) => call(endpoint, input, timeoutMs === undefined ? {} : { timeoutMs }),
    onSuccess: (data, input) => {
      if (success !== false) notify.success(t(success), { detail: told?.(input) })
      onDone?.(data, input)
      if (isShown.current) onSeen?.()
    },
    meta,
  })
}
