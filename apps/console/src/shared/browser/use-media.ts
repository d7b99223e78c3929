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

export type LayoutWidth = 'tight' | 'medium' | 'wide'

/** What a table has beside the navigation: on a tablet actions go into a menu, on a laptop and below columns share a place. */
export const useLayoutWidth = (): LayoutWidth => {
  const isTight = useMedia('(max-width: 1100px)')
  const isMedium = useMedia('(max-width: 1360px)')
  if (isTight) return 'tight'
  return isMedium ? 'medium' : 'wide'
}
