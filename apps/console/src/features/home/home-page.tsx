import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/page-title.ts'
import { useUser } from '../../shared/use-session.ts'
import { Overview } from './overview.tsx'
import { Welcome } from './welcome.tsx'

export const HomePage = () => {
  const t = useText()
  const user = useUser()
  usePageTitle(t('nav.home'))
  return user === undefined ? <Welcome /> : <Overview user={user} />
}
