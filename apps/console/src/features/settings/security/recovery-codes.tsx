import { Button } from 'antd'
import { downloadText } from '../../../shared/browser/download.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import layout from '../layout/settings.module.css'
import classes from './security.module.css'

/** Shown once, and gone with the page. */
export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const t = useText()
  if (codes.length === 0) return null
  return (
    <div className={layout.note} role="status" data-testid="recovery-codes">
      <p>{t('factor.codesHint')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layout.buttons}>
        <Button onClick={() => downloadText('recovery-codes.txt', `${codes.join('\n')}\n`)} data-testid="btn-codes-download">
          {t('factor.codesDownload')}
        </Button>
      </div>
    </div>
  )
}
