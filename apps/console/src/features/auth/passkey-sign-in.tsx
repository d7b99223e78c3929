import { useMutation } from '@tanstack/react-query'
import { askAnyPasskey, passkeyLogin } from '@weir/contract/passkey'
import type { SessionUser } from '@weir/contract/session'
import { Button } from 'antd'
import { call } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { showPasskey, supportsPasskeys } from '../../shared/passkeys/browser-passkeys.ts'
import classes from './login-page.module.css'

/** Without a name and without a password: the passkey says who it is. */
export const PasskeySignIn = ({ onDone }: { readonly onDone: (user: SessionUser) => void }) => {
  const t = useText()
  const signIn = useMutation({
    mutationFn: async () => await call(passkeyLogin, { body: { credential: await showPasskey(await call(askAnyPasskey, {})) } }),
    onSuccess: onDone,
  })
  if (!supportsPasskeys()) return null
  return (
    <div className={classes.passkey}>
      <Button size="large" block loading={signIn.isPending} onClick={() => signIn.mutate()} data-testid="btn-passkey">
        {t('login.passkey')}
      </Button>
    </div>
  )
}
