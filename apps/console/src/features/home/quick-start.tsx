import { splitList } from '@weir/contract/values/quantity'
import { TokenStatus, listTokens, type TokenObject } from '@weir/contract/token'
import { listAvailableModels } from '@weir/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { addPathOf, pathOf } from '../../shared/navigation/paths.ts'
import { ClientPanel } from '../../shared/site/clients/client-panel.tsx'
import { modelToTry } from '../../shared/site/clients/clients.ts'
import { fullKey, maskedKey } from '../../shared/site/gateway.ts'
import { State } from '../../shared/ui/page/state.tsx'
import classes from './home.module.css'

const Examples = ({ token, address }: { readonly token: TokenObject; readonly address: string }) => {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  const models = useEndpoint(listAvailableModels, { query: {} })
  const model = modelToTry(splitList(token.models), models.data ?? [])
  const key = fullKey(token.key)
  return (
    <>
      <div className={classes.exampleBar}>
        <span className={classes.using}>{t('home.usingToken', { name: token.name })}</span>
        <Button size="small" type="text" onClick={() => setIsShown(!isShown)} data-testid="btn-reveal">
          {isShown ? t('home.hideKey') : t('home.revealKey')}
        </Button>
      </div>
      <ClientPanel address={address} token={key} model={model} {...(!isShown && { shownToken: maskedKey(token.key) })} />
    </>
  )
}

const NoToken = () => {
  const t = useText()
  const navigate = useNavigate()
  const create = (
    <Button type="primary" onClick={() => void navigate(addPathOf('token'))} data-testid="btn-create">
      {t('home.createToken')}
    </Button>
  )
  return <State drawing="dry" title={t('home.noToken')} hint={t('home.noTokenHint')} action={create} />
}

export const QuickStart = ({ address }: { readonly address: string }) => {
  const t = useText()
  const { data, isLoading } = useEndpoint(listTokens, { query: { p: 0, order: '' } })
  const token = data?.find(({ status }) => status === TokenStatus.enabled)
  return (
    <section className={classes.surface}>
      <div className={classes.headingRow}>
        <h3 className={classes.heading}>{t('home.quickStart')}</h3>
        <Link to={pathOf('token')}>{t('home.manageTokens')}</Link>
      </div>
      <p className={classes.hint}>{t('home.quickStartHint')}</p>
      <div className={classes.example}>
        {token !== undefined && <Examples token={token} address={address} />}
        {token === undefined && !isLoading && <NoToken />}
      </div>
    </section>
  )
}
