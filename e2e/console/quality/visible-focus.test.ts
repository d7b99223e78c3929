import { expect, it } from 'bun:test'
import { U100 } from '../acceptance/harness/fixtures.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming, atRest } from './screens.ts'

const MOST_TABS = 40

/** The link that has the focus and how it is drawn; null for anything else. */
const LINK = `(() => {
  const link = document.activeElement
  if (link?.tagName !== 'A') return null
  const { outlineStyle, outlineWidth } = getComputedStyle(link)
  return { name: link.innerText, outline: outlineStyle + ' ' + outlineWidth }
})()`

acceptance('the keyboard', (open) => {
  it.each(['/login', '/token', '/statistics'])('shows on %s which link it has come to', async (path) => {
    await using visit = await open({ ...(path !== '/login' && { user: U100 }), path, answers: answersNaming('app') })
    await atRest(visit)
    const links: { readonly name: string; readonly outline: string }[] = []
    for (let tab = 0; tab < MOST_TABS; tab++) {
      await visit.page.keyboard.press('Tab')
      const link = await visit.page.evaluate<{ readonly name: string; readonly outline: string } | null>(LINK)
      if (link !== null) links.push(link)
    }
    expect(links.length).toBeGreaterThanOrEqual(2)
    expect(links.filter(({ outline }) => outline !== 'solid 2px')).toEqual([])
  })
})
