import { useCallback, useSyncExternalStore } from 'react'

export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** The product's one breakpoint: at 600 px and below the console is a phone. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 600px)')
