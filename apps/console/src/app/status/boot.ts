import { getStatus } from '@weir/contract/status'
import { useEffect } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { DEFAULT_LOGO, serverStatus } from '../../shared/session/server-status.ts'
import { useLogo } from '../../shared/session/use-session.ts'

const showIcon = (logo: string) => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null || logo === DEFAULT_LOGO) return
  icon.type = ''
  icon.href = logo
}

export const useServerStatus = () => useEndpoint(getStatus, {}, { failure: 'error.status', isOnce: true })

/** Asks the server once per page load who it is, and keeps the answer for every screen and the next visit. */
export const useBoot = (): void => {
  const { data } = useServerStatus()
  const logo = useLogo()
  useEffect(() => {
    if (data) serverStatus.setStatus(data)
  }, [data])
  useEffect(() => showIcon(logo), [logo])
}
