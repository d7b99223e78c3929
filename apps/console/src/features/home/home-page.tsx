import { useText } from '../../shared/i18n/use-text.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { useOperatorText } from '../../shared/site/operator-texts.ts'
import { isPageAddress } from '../../shared/ui/html/server-text-kind.ts'
import { ServerText } from '../../shared/ui/html/server-text.tsx'
import classes from './home.module.css'
import { Notice } from './notice.tsx'
import { Overview } from './overview.tsx'
import { Welcome } from './welcome.tsx'

/** The operator's own page stands in front; a signed-in user keeps the figures below it. */
export const HomePage = () => {
  const t = useText()
  const user = useUser()
  const content = useOperatorText('home_page_content')
  if (isPageAddress(content)) return <ServerText text={content} title={t('home.title')} />
  return (
    <div className={classes.home}>
      {user === undefined && <Notice />}
      {content !== '' && (
        <section className={classes.surface} data-testid="home-content">
          <ServerText text={content} title={t('home.title')} />
        </section>
      )}
      {user !== undefined && <Overview user={user} />}
      {user === undefined && content === '' && <Welcome />}
    </div>
  )
}
