import { documentOf, titleOf, type Section } from './pages.ts'
import type { Tongue } from './tongue.ts'

/** A passage that can be found: address below the root of the language, page, heading, text. */
export type Entry = readonly [address: string, page: string, heading: string, text: string]

/**
 * A script and no JSON: a page that is opened as a file may load the one and not the other. Passages are searched as they
 * stand, since Chinese has no spaces that words could be taken from.
 */
export const renderSearchIndex = (sections: readonly Section[], tongue: Tongue): string => {
  const entries: readonly Entry[] = sections
    .flatMap(({ pages }) => pages)
    .flatMap((page) => {
      const title = titleOf(page, tongue)
      return documentOf(page, tongue).passages.map(({ heading, text }): Entry => {
        const address = heading.depth === 1 ? page.path : `${page.path}#${heading.anchor}`
        return [address, title, heading.depth === 1 ? '' : heading.text, text]
      })
    })
  return `globalThis.weirSearch=${JSON.stringify(entries)}\n`
}
