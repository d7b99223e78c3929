import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { State } from '../../shared/ui/page/state.tsx'

export const NotFoundPage = () => {
  const t = useText()
  return (
    <State
      drawing="lost"
      title={t('state.notFound')}
      hint={t('state.notFoundHint')}
      action={<Link to={pathOf('home')}>{t('common.home')}</Link>}
      testId="state-not-found"
    />
  )
}
