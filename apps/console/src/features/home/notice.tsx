import { useEffect } from 'react'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { siteTexts } from '../../shared/session/site-texts.ts'
import { useNotice } from '../../shared/site/operator-texts.ts'
import { hasMarkup } from '../../shared/ui/html/server-text-kind.ts'
import { Markdown } from '../../shared/ui/html/server-text.tsx'
import classes from './home.module.css'

const announce = async (notice: string) => {
  if (!hasMarkup(notice)) {
    notify.notice(notice)
    return
  }
  const { parse } = await import('marked')
  notify.htmlNotice(await parse(notice))
}

/** Announced once, and readable here as long as the operator keeps it. */
export const Notice = () => {
  const t = useText()
  const notice = useNotice()
  useEffect(() => {
    if (notice === '' || siteTexts.siteText('notice') === notice) return
    siteTexts.setSiteText('notice', notice)
    void announce(notice)
  }, [notice])
  if (notice === '') return null
  return (
    <section className={classes.notice} data-testid="notice">
      <h3 className={classes.heading}>{t('home.notice')}</h3>
      <Markdown text={notice} />
    </section>
  )
}
