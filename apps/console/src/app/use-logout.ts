import { useQueryClient } from '@tanstack/react-query'
import { logout } from '@weir/contract/session'
import { useNavigate } from 'react-router'
import { useAction } from '../shared/api/use-endpoint.ts'
import { authPaths } from '../shared/navigation/paths.ts'
import { authSession } from '../shared/session/auth-session.ts'

/** The local sign-out happens even when the server cannot be reached, and when what asked for it is gone. */
export const useLogout = () => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync } = useAction(logout, { success: 'login.loggedOut' })
  const leave = () => {
    authSession.signOut()
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== '/api/status' })
    void navigate(authPaths.login)
  }
  return () => void mutateAsync({}).then(leave, leave)
}
