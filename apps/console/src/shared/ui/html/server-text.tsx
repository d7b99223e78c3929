import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { SafeHtml } from './safe-html.tsx'
import { isPageAddress } from './server-text-kind.ts'
import classes from './server-text.module.css'

/** Loaded where the operator's texts are shown and nowhere else. */
const render = async (text: string): Promise<string> => (await import('marked')).parse(text, { gfm: true, breaks: true })

/** Markdown or HTML of the operator, with everything active removed. */
export const Markdown = ({ text }: { readonly text: string }) => {
  const [html, setHtml] = useState('')
  useEffect(() => {
    let isCurrent = true
    void render(text).then((rendered) => {
      if (isCurrent) setHtml(rendered)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  return (
    <div className={classes.markdown}>
      <SafeHtml html={html} />
    </div>
  )
}

interface FrameProps {
  readonly address: string
  readonly title: string
  readonly height?: 'page' | 'window'
}

/** Another site inside the console. It runs, but it cannot reach out of its frame or take the window. */
export const SiteFrame = ({ address, title, height = 'page' }: FrameProps) => (
  <iframe
    className={classes.frame}
    data-height={height}
    src={address}
    title={title}
    sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
    allow="clipboard-write"
    referrerPolicy="no-referrer"
    data-testid="site-frame"
  />
)

/** An address becomes the page itself; anything else is a text. */
export const ServerText = ({ text, title }: { readonly text: string; readonly title: string }) => {
  const t = useText()
  if (!isPageAddress(text)) return <Markdown text={text} />
  return <SiteFrame address={text.trim()} title={t('content.frame', { name: title })} />
}
