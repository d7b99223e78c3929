import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { CallMeta } from '../shared/api/use-endpoint.ts'

type OnFailure = (error: unknown, meta: CallMeta | undefined) => void

/** Every failed call ends here exactly once, so no component catches errors of its own. */
export const createQueryClient = (onFailure: OnFailure): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta) }),
    mutationCache: new MutationCache({ onError: (...[error, , , mutation]) => onFailure(error, mutation.meta) }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
