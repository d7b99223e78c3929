import type { SessionUser } from '@weir/contract/session'
import { Button } from 'antd'
import { useText } from '../../shared/i18n/use-text.ts'
import { supportsPasskeys } from '../../shared/passkeys/supports-passkeys.ts'
import { usePasskey } from '../../shared/passkeys/use-passkey.ts'
import classes from './login-page.module.css'

export const PasskeySignIn = ({ onDone }: { readonly onDone: (user: SessionUser) => void }) => {
  const t = useText()
  const signIn = usePasskey(({ signInWithPasskey }) => signInWithPasskey, onDone)
  if (!supportsPasskeys()) return null
  return (
    <div className={classes.passkey}>
      <Button size="large" block loading={signIn.isPending} onClick={() => signIn.mutate()} data-testid="btn-passkey">
        {t('login.passkey')}
      </Button>
    </div>
  )
}
