import { useEffect, useState } from 'react'

/** The sanitiser and its rules are loaded only where markup is shown; until then nothing is. */
const sanitise = async (html: string): Promise<string> => {
  const [{ default: purify }, { safeAttributes }] = await Promise.all([import('dompurify'), import('@weir/contract/values/safe-markup')])
  const clean = purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe'],
  })
  const holder = document.createElement('template')
  holder.innerHTML = clean
  for (const [name, cleanValue] of Object.entries(safeAttributes)) {
    for (const element of holder.content.querySelectorAll(`[${name}]`)) {
      const value = cleanValue(element.getAttribute(name) ?? '')
      if (value === '') element.removeAttribute(name)
      else element.setAttribute(name, value)
    }
  }
  for (const link of holder.content.querySelectorAll('a[href]')) {
    link.setAttribute('rel', 'noopener noreferrer')
    link.setAttribute('target', '_blank')
  }
  // A wide table scrolls on its own, and the keyboard must reach it.
  for (const table of holder.content.querySelectorAll('table')) table.setAttribute('tabindex', '0')
  return holder.innerHTML
}

/** Markup written by an administrator, with everything active removed. */
export const SafeHtml = ({ html }: { readonly html: string }) => {
  const [clean, setClean] = useState('')
  useEffect(() => {
    let isCurrent = true
    void sanitise(html).then((result) => {
      if (isCurrent) setClean(result)
    })
    return () => {
      isCurrent = false
    }
  }, [html])
  return <div dangerouslySetInnerHTML={{ __html: clean }} />
}
