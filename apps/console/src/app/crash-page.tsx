import { Button } from 'antd'
import { useText } from '../shared/i18n/use-text.ts'
import { State } from '../shared/ui/page/state.tsx'

/** A page whose code failed, or whose code could not be fetched after an update of the server. */
export const CrashPage = () => {
  const t = useText()
  return (
    <State
      drawing="broken"
      title={t('error.crashed')}
      hint={t('error.crashedHint')}
      testId="state-crashed"
      action={
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      }
    />
  )
}
