import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { apiBaseUrlOf, useServerAddress } from '../../shared/site/gateway.ts'
import { useOperatorText } from '../../shared/site/operator-texts.ts'
import { LICENCE_URL, REPOSITORY_URL } from '../../shared/site/project.ts'
import { TimeCell } from '../../shared/ui/cells/cells.tsx'
import { isPageAddress } from '../../shared/ui/html/server-text-kind.ts'
import { ServerText } from '../../shared/ui/html/server-text.tsx'
import classes from './about-page.module.css'

export const AboutPage = () => {
  const t = useText()
  const status = useStatus()
  const baseUrl = apiBaseUrlOf(useServerAddress())
  const content = useOperatorText('about')
  if (isPageAddress(content)) {
    return (
      <>
        <ServerText text={content} title={t('about.title')} />
      </>
    )
  }
  return (
    <>
      <section className={classes.surface}>
        {content === '' ? (
          <p className={classes.text}>{t('about.text')}</p>
        ) : (
          <div className={classes.text} data-testid="about-content">
            <ServerText text={content} title={t('about.title')} />
          </div>
        )}
        <dl className={classes.facts}>
          <dt>{t('about.version')}</dt>
          <dd>{status?.version ?? t('common.unknown')}</dd>
          {status?.start_time !== undefined && (
            <>
              <dt>{t('about.started')}</dt>
              <dd>
                <TimeCell time={status.start_time} />
              </dd>
            </>
          )}
          <dt>{t('about.baseUrl')}</dt>
          <dd>
            <CopyField name="base-url" label={t('about.baseUrl')} value={baseUrl} />
          </dd>
          <dt>{t('about.source')}</dt>
          <dd>
            <a href={REPOSITORY_URL} target="_blank" rel="noopener noreferrer">
              {REPOSITORY_URL}
            </a>
          </dd>
          <dt>{t('about.licence')}</dt>
          <dd>
            <a href={LICENCE_URL} target="_blank" rel="noopener noreferrer">
              {t('footer.licence')}
            </a>
          </dd>
        </dl>
      </section>
    </>
  )
}
