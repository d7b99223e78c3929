import { useMutation } from '@tanstack/react-query'
import { askOwnPasskey } from '@weir/contract/passkey'
import { showFactor } from '@weir/contract/second-factor'
import type { SessionUser } from '@weir/contract/session'
import { call } from '../api/api-client.ts'
import { showPasskey } from './browser-passkeys.ts'

/** Shows a passkey of the account that is signing in, or that has to confirm a change. */
export const useOwnPasskey = (onDone: (user: SessionUser) => void) =>
  useMutation({
    mutationFn: async () => await call(showFactor, { body: { passkey: await showPasskey(await call(askOwnPasskey, {})) } }),
    onSuccess: onDone,
  })
