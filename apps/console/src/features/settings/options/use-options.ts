import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isSecretOption } from '@weir/contract/options/option'
import type { DataOf } from '@weir/contract/endpoint'
import { getOptionState, listOptions, setOption } from '@weir/contract/site'
import { getStatus } from '@weir/contract/status'
import { useMemo } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { t } from '../../../shared/i18n/language.ts'
import { storedIn, type Change } from './option-changes.ts'

type OptionList = DataOf<typeof listOptions>

export const useOptions = () => {
  const { data, isError, refetch } = useEndpoint(listOptions, {})
  const stored = useMemo(() => (data ? storedIn(data) : undefined), [data])
  return { stored, isError, retry: () => void refetch() }
}

const NOTHING: DataOf<typeof getOptionState> = { unconfirmed: [], withheld: [] }

export const useOptionState = () => useEndpoint(getOptionState, {}, { isOptional: true }).data ?? NOTHING

const remember = (client: QueryClient, { key, value }: Change) =>
  client.setQueryData<OptionList>([listOptions.path, {}], (options) =>
    options && !isSecretOption(key) ? [...options.filter((option) => option.key !== key), { key, value }] : options,
  )

/** Sends one call per change, in order, and stops at the first refusal. What was accepted before it stays accepted. `told` names them afterwards. */
export const useSaveOptions = (told: string) => {
  const client = useQueryClient()
  return useChange({
    mutationFn: async (changes: readonly Change[]) => {
      for (const change of changes) {
        await call(setOption, { body: change })
        remember(client, change)
      }
    },
    // Also after a refusal: what was accepted before it counts.
    onSettled: () => client.invalidateQueries({ queryKey: [getOptionState.path] }),
    onSuccess: () => {
      notify.success(t('common.done'), { detail: told })
      // Name, logo, footer and the chat entry are part of the shell.
      void client.invalidateQueries({ queryKey: [getStatus.path] })
    },
  })
}
