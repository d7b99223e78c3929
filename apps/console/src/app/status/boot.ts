import { getStatus } from '@weir/contract/status'
import { isAdmin } from '@weir/contract/user'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { DEFAULT_LOGO, serverStatus } from '../../shared/session/server-status.ts'
import { useLogo, useUser } from '../../shared/session/use-session.ts'

const showIcon = (logo: string) => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon === null || logo === DEFAULT_LOGO) return
  icon.type = ''
  icon.href = logo
}

export const useServerStatus = () => useEndpoint(getStatus, {}, { failure: 'error.status', isOnce: true })

/** Asks the server once per page load who it is, and again when an admin signs in, and keeps the answer for every screen and the next visit. */
export const useBoot = (): void => {
  const { data, refetch } = useServerStatus()
  const role = useUser()?.role ?? 0
  const askedAs = useRef(role)
  const logo = useLogo()
  useEffect(() => {
    if (data) serverStatus.setStatus(data)
  }, [data])
  useEffect(() => {
    // Admins are told no address that only an admin vouches for: what a visitor was told may name one.
    if (isAdmin(role) && !isAdmin(askedAs.current)) void refetch()
    askedAs.current = role
  }, [role, refetch])
  useEffect(() => showIcon(logo), [logo])
}
