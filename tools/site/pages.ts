import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument, type Document } from './document.ts'
import type { Said, Tongue } from './tongue.ts'

/** One page of the site, in both languages. */
export interface Page {
  /** Where it stands below the root of a language, such as `clients/codex.html`. */
  readonly path: string
  readonly en: Document
  /** Where it is missing the English one is shown, with a line that says so. */
  readonly zh?: Document
  /** What the menu calls it in Chinese while there is no Chinese document. */
  readonly zhTitle?: string
  /** Made at the build: no file of the repository can be shown for it. */
  readonly isGenerated?: true
}

export const documentOf = (page: Page, tongue: Tongue): Document => (tongue === 'zh' ? (page.zh ?? page.en) : page.en)

/** What the menu and the search call it. */
export const titleOf = (page: Page, tongue: Tongue): string =>
  (tongue === 'zh' && page.zh === undefined ? page.zhTitle : undefined) ?? documentOf(page, tongue).title

export interface Section {
  readonly title: Said
  /** Its commands are for those who run or call the product. */
  readonly isForUsers: boolean
  readonly pages: readonly Page[]
}

interface Chapter {
  readonly title: Said
  readonly documents: readonly string[]
}

/** The order of the menu. Every document stands in one chapter; a test compares this with the folder. */
const userChapters: readonly Chapter[] = [
  { title: { en: 'Start', zh: '开始' }, documents: ['docs/start.md', 'docs/glossary.md'] },
  {
    title: { en: 'Clients', zh: '客户端' },
    documents: [
      'docs/clients/README.md',
      'docs/clients/claude-code.md',
      'docs/clients/codex.md',
      'docs/clients/gemini-cli.md',
      'docs/clients/opencode.md',
      'docs/clients/openai.md',
      'docs/clients/anthropic.md',
      'docs/clients/google-genai.md',
      'docs/clients/ai-sdk.md',
      'docs/clients/apps.md',
    ],
  },
  {
    title: { en: 'Deploy', zh: '部署' },
    documents: ['docs/deploy.md', 'docs/reverse-proxy.md', 'docs/configuration.md', 'docs/cli.md'],
  },
  {
    title: { en: 'Operate', zh: '运维' },
    documents: [
      'docs/backup.md',
      'docs/upgrade.md',
      'docs/scale.md',
      'docs/alerts.md',
      'docs/observability.md',
      'docs/doctor.md',
      'docs/audit.md',
      'docs/request-bodies.md',
      'SECURITY.md',
    ],
  },
  { title: { en: 'Move in', zh: '迁入' }, documents: ['docs/move-in.md', 'docs/compatibility.md'] },
  {
    title: { en: 'Channels', zh: '渠道' },
    documents: ['docs/providers.md', 'docs/channel-keys.md', 'docs/channel-requests.md', 'docs/channel-tests.md'],
  },
  {
    title: { en: 'Money', zh: '计费' },
    documents: ['docs/prices.md', 'docs/metering.md', 'docs/budgets.md', 'docs/ledger.md', 'docs/statistics.md'],
  },
  { title: { en: 'API', zh: '接口' }, documents: ['docs/api.md', 'docs/errors.md', 'docs/wires.md', 'docs/realtime.md'] },
]

const maintainerChapters: readonly Chapter[] = [
  {
    title: { en: 'For maintainers', zh: '维护者' },
    documents: [
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'docs/departures.md',
      'docs/benchmarks.md',
      'docs/mutation.md',
      'docs/acceptance.md',
      'docs/security-tests.md',
    ],
  },
]

const pathOf = (document: string): string => {
  if (document === 'docs/start.md') return 'index.html'
  const below = document.startsWith('docs/') ? document.slice('docs/'.length) : document.toLowerCase()
  return below.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
}

const chineseOf = (document: string): string => document.replace(/\.md$/, '.zh-CN.md')

/** Of documents that are in English only. */
const chineseTitles: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': '参与开发',
  'ARCHITECTURE.md': '架构',
  'CHANGELOG.md': '更新日志',
  'docs/departures.md': '有意的差异',
  'docs/benchmarks.md': '性能',
  'docs/mutation.md': '变异测试',
  'docs/acceptance.md': '控制台的验收',
  'docs/security-tests.md': '安全测试',
}

const read = (root: string, path: string): Document => readDocument(path, readFileSync(join(root, path), 'utf8'))

const toPage = (root: string, document: string): Page => {
  const zh = chineseOf(document)
  const zhTitle = chineseTitles[document]
  const page = { path: pathOf(document), en: read(root, document), ...(zhTitle !== undefined && { zhTitle }) }
  return existsSync(join(root, zh)) ? { ...page, zh: read(root, zh) } : page
}

const readDecisions = (root: string): readonly string[] =>
  readdirSync(join(root, 'docs/decisions'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .toReversed()
    .map((name) => `docs/decisions/${name}`)

/** The menu. `reference` holds the pages of the API, which are no documents of the repository. */
export const readSections = (root: string, reference: readonly Page[]): readonly Section[] => {
  const toSection = ({ title, documents }: Chapter, isForUsers: boolean): Section => ({
    title,
    isForUsers,
    pages: documents.map((document) => toPage(root, document)),
  })
  return [
    ...userChapters.map((chapter) => toSection(chapter, true)),
    { title: { en: 'API reference', zh: '接口参考' }, isForUsers: true, pages: reference },
    ...maintainerChapters.map((chapter) => toSection(chapter, false)),
    toSection({ title: { en: 'Decisions', zh: '设计决定' }, documents: readDecisions(root) }, false),
  ]
}
