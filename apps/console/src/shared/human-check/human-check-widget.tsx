import { useEffect, useRef, useState } from 'react'
import { useLanguagePack } from '../i18n/use-text.ts'
import { useThemeName } from '../theme/theme.ts'
import classes from './human-check-widget.module.css'
import { loadTurnstile } from './turnstile.ts'
import type { HumanCheck } from './use-human-check.ts'

interface Props {
  readonly siteKey: string
  readonly onToken: (token: string) => void
}

const Widget = ({ siteKey, onToken }: Props) => {
  const { t, htmlLang } = useLanguagePack()
  const theme = useThemeName()
  const holder = useRef<HTMLDivElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    let isCurrent = true
    let remove = () => {}
    void loadTurnstile().then((turnstile) => {
      if (!isCurrent || holder.current === null) return
      setIsBroken(turnstile === undefined)
      const widget = turnstile?.render(holder.current, {
        sitekey: siteKey,
        language: htmlLang,
        theme,
        callback: onToken,
        'expired-callback': () => onToken(''),
        'error-callback': () => onToken(''),
      })
      if (widget !== undefined) remove = () => turnstile?.remove(widget)
    })
    return () => {
      isCurrent = false
      remove()
    }
  }, [siteKey, htmlLang, theme, onToken])
  return (
    <>
      <div ref={holder} className={classes.holder} data-testid="human-check" data-sitekey={siteKey} />
      {isBroken && <p className={classes.broken}>{t('human.broken')}</p>}
    </>
  )
}

/** The provider's widget while the operator asks for it. */
export const HumanCheckWidget = ({ check }: { readonly check: HumanCheck }) =>
  check.siteKey === undefined ? null : <Widget key={check.round} siteKey={check.siteKey} onToken={check.setToken} />
