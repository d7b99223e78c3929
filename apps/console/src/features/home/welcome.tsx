import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { CodeBlock } from '../../shared/clipboard/code-block.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { authPaths, pathOf } from '../../shared/navigation/paths.ts'
import { useStatus } from '../../shared/session/use-session.ts'
import { FALLBACK_MODEL } from '../../shared/site/clients/clients.ts'
import { curlLines } from '../../shared/site/clients/libraries.ts'
import { useServerAddress } from '../../shared/site/gateway.ts'
import classes from './home.module.css'
import { OfferedModels } from './offered-models.tsx'

/** A shell fills it in. */
const OWN_TOKEN = '$WEIR_TOKEN'

const points = ['protocol', 'metering', 'routing'] as const

/** What a visitor sees: what this is, and the way in. */
export const Welcome = () => {
  const t = useText()
  const navigate = useNavigate()
  const { retry_times: retries = 0, pricing_public: hasPrices = false } = useStatus() ?? {}
  const example = curlLines({ address: useServerAddress(), key: OWN_TOKEN, model: FALLBACK_MODEL })
  return (
    <div className={classes.welcome}>
      <div className={classes.hero}>
        <div>
          <h2 className={classes.headline}>{t('home.visitorTitle')}</h2>
          <p className={classes.lead}>{t('home.visitorText')}</p>
          <div className={classes.entrance}>
            <Button type="primary" size="large" onClick={() => void navigate(authPaths.login)} data-testid="btn-sign-in">
              {t('home.signIn')}
            </Button>
            <Button size="large" onClick={() => void navigate(authPaths.register)} data-testid="btn-sign-up">
              {t('home.register')}
            </Button>
            {hasPrices && (
              <Button size="large" type="link" onClick={() => void navigate(pathOf('pricing'))} data-testid="btn-prices">
                {t('pricing.title')}
              </Button>
            )}
          </div>
        </div>
        <CodeBlock name="example" label={t('home.copyExample')} code={example} />
      </div>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <h3>{t(`home.point.${point}`)}</h3>
            <p>{t(point === 'routing' && retries > 0 ? 'home.point.failoverText' : `home.point.${point}Text`)}</p>
          </li>
        ))}
      </ul>
      {hasPrices && <OfferedModels />}
    </div>
  )
}
