import type { Overview } from '@weir/contract/overview'
import { TokenStatus } from '@weir/contract/token'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { addPathOf, pathOf } from '../../shared/navigation/paths.ts'
import { ClientPanel } from '../../shared/site/clients/client-panel.tsx'
import { fullKey, maskedKey } from '../../shared/site/gateway.ts'
import { choicesFor } from '../../shared/site/token-choices.ts'
import { State } from '../../shared/ui/page/state.tsx'
import classes from './home.module.css'

interface ExamplesProps extends Pick<Overview, 'tokens' | 'models' | 'last_answered'> {
  readonly address: string
}

const Examples = ({ tokens, models: served, last_answered: last, address }: ExamplesProps) => {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  const [tokenId, setTokenId] = useState<number>()
  const [model, setModel] = useState('')
  const { token, models, firstModel } = choicesFor({ tokens, served, last }, tokenId)
  const chosen = models.includes(model) ? model : firstModel
  if (token === undefined) return null
  return (
    <>
      <div className={classes.exampleBar}>
        <Select
          className={classes.choice ?? ''}
          value={token.id}
          options={tokens.map(({ id, name }) => ({ value: id, label: name || `#${id}` }))}
          onChange={setTokenId}
          aria-label={t('home.token')}
          data-testid="field-quick-token"
        />
        <Select
          showSearch
          className={classes.choice ?? ''}
          value={chosen}
          options={models.map((name) => ({ value: name, label: name }))}
          onChange={setModel}
          aria-label={t('home.model')}
          data-testid="field-quick-model"
        />
        <Button size="small" type="text" onClick={() => setIsShown(!isShown)} data-testid="btn-reveal">
          {isShown ? t('home.hideKey') : t('home.revealKey')}
        </Button>
      </div>
      <ClientPanel address={address} token={fullKey(token.key)} model={chosen} {...(!isShown && { shownToken: maskedKey(token.key) })} />
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

interface Props {
  readonly data: Overview | null | undefined
  readonly address: string
}

export const QuickStart = ({ data, address }: Props) => {
  const t = useText()
  const usable = data?.tokens.filter(({ status }) => status === TokenStatus.enabled) ?? []
  return (
    <section className={classes.surface}>
      <div className={classes.headingRow}>
        <h3 className={classes.heading}>{t('home.quickStart')}</h3>
        <span className={classes.ways}>
          <Link to={addPathOf('token')} data-testid="link-create-token">
            {t('home.createToken')}
          </Link>
          <Link to={pathOf('token')}>{t('home.manageTokens')}</Link>
        </span>
      </div>
      <p className={classes.hint}>{t('home.quickStartHint')}</p>
      <div className={classes.example}>
        {data && usable.length > 0 && <Examples {...data} tokens={usable} address={address} />}
        {data && usable.length === 0 && <NoToken />}
      </div>
    </section>
  )
}
