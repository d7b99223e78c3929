import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { renderDocument, type Document } from './document.ts'
import { renderLayout } from './layout.ts'
import { createLinks, folderOf, relativePath, type Links } from './links.ts'
import { documentOf, type Page, type Section } from './pages.ts'
import { renderSearchIndex } from './search-index.ts'
import { tongues, type Tongue } from './tongue.ts'

export interface Site {
  /** Contents by their path below the root of the site. */
  readonly files: ReadonlyMap<string, string | Uint8Array>
  /** What keeps it from being published, each with its document. */
  readonly problems: readonly string[]
}

const DESCRIPTION_LENGTH = 160

const descriptionOf = ({ passages }: Document): string => {
  const text = passages.find((passage) => passage.text !== '')?.text ?? ''
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH)}…`
}

interface Rendering {
  readonly root: string
  readonly sections: readonly Section[]
  readonly links: Links
  readonly images: Set<string>
  readonly problems: string[]
}

const renderPage = (page: Page, tongue: Tongue, { sections, links, images, problems }: Rendering): string => {
  const document = documentOf(page, tongue)
  const counterpart = document === page.en ? page.zh : page.en
  const tell = (problem: string): void => {
    const line = `${document.path}: ${problem}`
    if (!problems.includes(line)) problems.push(line)
  }
  const article = renderDocument(document, {
    linkTo: (href) => {
      const found = links.resolve(href, { page, tongue, document: document.path })
      if ('target' in found) return found.target
      tell(`dead link ${href}: ${found.problem}`)
      return href
    },
    imageAt: (href) => {
      const file = posix.join(posix.dirname(document.path), href)
      images.add(file)
      return relativePath(folderOf(tongue) + page.path, `images/${posix.basename(file)}`)
    },
    otherAnchors: (index) => {
      const other = counterpart?.headings[index]
      return other === undefined ? [] : [other.anchor]
    },
    onProblem: tell,
  })
  return renderLayout({ sections, page, tongue, article, description: descriptionOf(document) })
}

const here = (name: string): string => join(import.meta.dirname, name)

const readStyles = (): string =>
  readdirSync(here('style'))
    .toSorted()
    .map((name) => readFileSync(here(`style/${name}`), 'utf8'))
    .join('\n')

const bundleScript = async (name: string): Promise<string> => {
  const { outputs } = await Bun.build({ entrypoints: [here(`browser/${name}`)], target: 'browser', format: 'iife', minify: true })
  const [output] = outputs
  if (output === undefined) throw new Error(`browser/${name} gave no script`)
  return output.text()
}

/** The whole site in memory. */
export const buildSite = async (root: string, sections: readonly Section[]): Promise<Site> => {
  const pages = sections.flatMap((section) => section.pages)
  const rendering: Rendering = { root, sections, links: createLinks(root, pages), images: new Set(), problems: [] }
  const files = new Map<string, string | Uint8Array>()
  for (const tongue of tongues) {
    for (const page of pages) files.set(folderOf(tongue) + page.path, renderPage(page, tongue, rendering))
    files.set(`${folderOf(tongue)}search.js`, renderSearchIndex(sections, tongue))
  }
  for (const image of rendering.images) {
    try {
      files.set(`images/${posix.basename(image)}`, readFileSync(join(root, image)))
    } catch {
      rendering.problems.push(`no picture ${image}`)
    }
  }
  files.set('favicon.svg', readFileSync(join(root, 'apps/console/public/favicon.svg')))
  files.set('site.css', readStyles())
  files.set('site.js', await bundleScript('site.ts'))
  files.set('theme.js', await bundleScript('theme.ts'))
  return { files, problems: rendering.problems }
}
