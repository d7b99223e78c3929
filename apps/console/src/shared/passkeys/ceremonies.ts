import { addPasskey, askAnyPasskey, askOwnPasskey, offerPasskey, passkeyLogin } from '@weir/contract/sign-in/passkey'
import { showFactor } from '@weir/contract/sign-in/second-factor'
import { call } from '../api/api-client.ts'
import { createPasskey, showPasskey } from './browser-passkeys.ts'

/** Makes a passkey for the account; gives recovery codes where there were none. */
export const registerPasskey = async (name: string) =>
  await call(addPasskey, { body: { name, credential: await createPasskey(await call(offerPasskey, {})) } })

/** Without a name and without a password: the passkey says who it is. */
export const signInWithPasskey = async () =>
  await call(passkeyLogin, { body: { credential: await showPasskey(await call(askAnyPasskey, {})) } })

/** For an account that is signing in with its password, or that has to confirm a change. */
export const showOwnPasskey = async () => await call(showFactor, { body: { passkey: await showPasskey(await call(askOwnPasskey, {})) } })
