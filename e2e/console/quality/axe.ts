import type { Page } from 'playwright-core'
import type { Visit } from '../acceptance/harness/visit.ts'
import { untilTrue } from './screens.ts'

interface Finding {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Without frames: the only one holds a chat site that is not ours. */
const runOn = (part: string) =>
  `axe.run(${JSON.stringify(part)}, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`
const WIDTH = 'document.documentElement.scrollWidth'

/** `npm run axe` looks at everything; every change at what differs most. */
const isFull = process.env['AXE'] === 'full'

export type Look = (typeof looks)[number]
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (isFull ? [360, 768, 1440] : [360, 1440]).map((width) => ({ colorScheme, width })),
)
export const languages: readonly string[] = isFull ? ['zh', 'en'] : ['zh']

/** The field of a choice is as large as the box around it, which takes the click; the rule measures the inner one alone. */
const isInnerField = (id: string, html: string) => id === 'target-size' && html.includes('ant-select-input')

export const findingsOn = async (page: Page, part = 'html'): Promise<readonly string[]> => {
  const findings = await page.evaluate<readonly Finding[]>(runOn(part))
  return findings.flatMap(({ id, nodes }) =>
    nodes.filter(({ html }) => !isInnerField(id, html)).map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}

export const findingsIn = async (visit: Visit, { colorScheme, width }: Look, part?: string): Promise<readonly string[]> => {
  await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await visit.page.setViewportSize({ width, height: 900 })
  await untilTrue(visit, `document.documentElement.dataset.theme === '${colorScheme}'`)
  await untilTrue(visit, `${WIDTH} <= ${width}`)
  return await findingsOn(visit.page, part)
}
