import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import classes from './page-loading.module.css'

const SHOW_AFTER_MS = 150

/** Shown while the code of a page is on its way; quick loads never flash it. */
export const PageLoading = ({ page }: { readonly page: string }) => {
  const t = useText()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <div className={classes.veil} role="status" aria-busy="true" data-testid="page-loading">
      <span className={classes.spinner} aria-hidden="true" />
      {t('state.loading', { page })}
    </div>
  )
}
