import { splitList } from '@weir/contract/values/quantity'
import { TokenStatus, listTokens, type TokenObject } from '@weir/contract/token'
import { listAvailableModels } from '@weir/contract/user'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CodeBlock } from '../../shared/clipboard/code-block.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { addPathOf, pathOf } from '../../shared/navigation/paths.ts'
import { fullKey, maskedKey } from '../../shared/site/gateway.ts'
import { FALLBACK_MODEL, snippet, snippetLanguages, snippetTitles, type SnippetLanguage } from '../../shared/site/snippets.ts'
import { State } from '../../shared/ui/page/state.tsx'
import classes from './home.module.css'

const Examples = ({ token, baseUrl }: { readonly token: TokenObject; readonly baseUrl: string }) => {
  const t = useText()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const [isShown, setIsShown] = useState(false)
  const models = useEndpoint(listAvailableModels, {})
  const model = splitList(token.models)[0] ?? models.data?.[0] ?? FALLBACK_MODEL
  const write = (key: string) => snippet(language, { baseUrl, key, model })
  const key = fullKey(token.key)
  return (
    <>
      <div className={classes.exampleBar}>
        <Segmented
          value={language}
          onChange={setLanguage}
          options={snippetLanguages.map((value) => ({ value, label: snippetTitles[value] }))}
          aria-label={t('home.quickStart')}
        />
        <span className={classes.using}>{t('home.usingToken', { name: token.name })}</span>
        <Button size="small" type="text" onClick={() => setIsShown(!isShown)} data-testid="btn-reveal">
          {isShown ? t('home.hideKey') : t('home.revealKey')}
        </Button>
      </div>
      <CodeBlock name="example" label={t('home.copyExample')} code={write(key)} shown={write(isShown ? key : maskedKey(token.key))} />
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

export const QuickStart = ({ baseUrl }: { readonly baseUrl: string }) => {
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
        {token !== undefined && <Examples token={token} baseUrl={baseUrl} />}
        {token === undefined && !isLoading && <NoToken />}
      </div>
    </section>
  )
}
