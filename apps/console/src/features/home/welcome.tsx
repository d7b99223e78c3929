import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import classes from './home.module.css'

const points = ['protocol', 'metering', 'routing'] as const

/** What a visitor sees: what this is, and the way in. */
export const Welcome = () => {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className={classes.welcome}>
      <h2 className={classes.headline}>{t('home.visitorTitle')}</h2>
      <p className={classes.lead}>{t('home.visitorText')}</p>
      <div className={classes.entrance}>
        <Button type="primary" size="large" onClick={() => void navigate(paths.login)} data-testid="btn-sign-in">
          {t('home.signIn')}
        </Button>
        <Button size="large" onClick={() => void navigate(paths.register)} data-testid="btn-sign-up">
          {t('home.register')}
        </Button>
      </div>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <h3>{t(`home.point.${point}`)}</h3>
            <p>{t(`home.point.${point}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
