import { useText } from '../i18n/use-text.ts'
import { useFooterHtml } from '../session/use-session.ts'
import { SafeHtml } from '../ui/html/safe-html.tsx'
import { LICENCE_URL, REPOSITORY_URL } from './project.ts'
import classes from './site-footer.module.css'

const Credit = () => {
  const t = useText()
  return (
    <p>
      <a href={REPOSITORY_URL} target="_blank" rel="noopener noreferrer">
        {t('footer.project')}
      </a>
      <span aria-hidden="true"> · </span>
      <a href={LICENCE_URL} target="_blank" rel="noopener noreferrer">
        {t('footer.licence')}
      </a>
    </p>
  )
}

/** The operator's own markup, or the credit line. */
export const SiteFooter = () => {
  const html = useFooterHtml()
  return (
    <footer className={classes.footer} data-testid="footer">
      {html === '' ? <Credit /> : <SafeHtml html={html} />}
    </footer>
  )
}
