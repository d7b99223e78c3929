import { afterAll, describe, expect, it } from 'bun:test'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { buildSite, type Site } from './build.ts'
import { readDocument } from './document.ts'
import type { Section } from './pages.ts'

const root = plantTree({ 'apps/console/public/favicon.svg': 'x', 'deploy/weir.service': 'x', 'docs/images/a.png': 'x' })
afterAll(removePlanted)

const page = (name: string, en: string, zh?: string): Section['pages'][number] => ({
  path: `${name}.html`,
  en: readDocument(`docs/${name}.md`, en),
  ...(zh !== undefined && { zh: readDocument(`docs/${name}.zh-CN.md`, zh) }),
})

const build = (...pages: Section['pages']): Promise<Site> =>
  buildSite(root, [{ title: { en: 'Part', zh: '部分' }, isForUsers: true, pages }])

const textOf = ({ files }: Site, path: string): string => String(files.get(path))

describe('the site', () => {
  it('leads between pages in the language of the reader, and to the repository for other files', async () => {
    const site = await build(
      page(
        'index',
        '# Start\n\n[deploy](clients/deploy.md#two), [unit](../deploy/weir.service)',
        '# 开始\n\n[部署](clients/deploy.zh-CN.md#二)',
      ),
      page('clients/deploy', '# Deploy\n\n## Two\n\n[back](../index.md)', '# 部署\n\n## 二\n\n[返回](../index.zh-CN.md)'),
    )
    expect(site.problems).toEqual([])
    expect(textOf(site, 'index.html')).toContain('<a href="clients/deploy.html#two">deploy</a>')
    expect(textOf(site, 'index.html')).toContain(
      '<a href="https://github.com/weir-gateway/weir/blob/main/deploy/weir.service" rel="noreferrer">',
    )
    expect(textOf(site, 'zh/index.html')).toContain('<a href="clients/deploy.html#二">部署</a>')
    expect(textOf(site, 'zh/clients/deploy.html')).toContain('<h2 id="二"><span id="two"></span>二')
    expect(textOf(site, 'zh/clients/deploy.html')).toContain('<a href="../index.html">返回</a>')
    expect(textOf(site, 'zh/clients/deploy.html')).toContain('href="../../site.css"')
    expect(textOf(site, 'clients/deploy.html')).toContain('<a class="tongue" href="../zh/clients/deploy.html" lang="zh-CN">中文</a>')
  })

  it('shows the English text where there is no Chinese one, and says so', async () => {
    const site = await build(page('index', '# Start\n\nEnglish words'))
    expect(textOf(site, 'zh/index.html')).toContain('此页只有英文。')
    expect(textOf(site, 'zh/index.html')).toContain('<article lang="en">')
    expect(textOf(site, 'index.html')).not.toContain('class="note"')
  })

  it('leaves the way to the other language to the header, and checks it all the same', async () => {
    const site = await build(page('index', '# Start\n\n[中文](index.zh-CN.md)\n\nWords', '# 开始\n\n[English](gone.md)\n\n词'))
    expect(site.problems).toEqual(['docs/index.zh-CN.md: dead link gone.md: no file docs/gone.md'])
    expect(textOf(site, 'index.html')).toContain('<meta name="description" content="Words">')
    expect(textOf(site, 'index.html').match(/<article>[^]*<\/article>/)?.[0]).not.toContain('中文')
  })

  it('calls a page by its Chinese name in the Chinese menu and search', async () => {
    const site = await build({ ...page('index', '# Start'), zhTitle: '开始吧' })
    expect(textOf(site, 'zh/search.js')).toBe('globalThis.weirSearch=[["index.html","开始吧","",""]]\n')
    expect(textOf(site, 'search.js')).toBe('globalThis.weirSearch=[["index.html","Start","",""]]\n')
    expect(textOf(site, 'zh/index.html')).toContain('aria-current="page">开始吧</a>')
    expect(textOf(site, 'index.html')).toContain('aria-current="page">Start</a>')
  })

  it('tells every dead link, anchor and picture, and raw HTML', async () => {
    const { problems } = await build(
      page('index', '# A\n\n[a](b.md) [b](#none) [c](index.md#gone) ![d](images/e.png) ![f](images/a.png) <i>x</i>'),
    )
    expect(problems).toEqual([
      'docs/index.md: dead link b.md: no file docs/b.md',
      'docs/index.md: dead link #none: no heading "none" in docs/index.md',
      'docs/index.md: dead link index.md#gone: no heading "gone" in docs/index.md',
      'docs/index.md: raw HTML "<i>": write it in Markdown, or between backticks',
      'docs/index.md: raw HTML "</i>": write it in Markdown, or between backticks',
      'no picture docs/images/e.png',
    ])
  })

  it('has an index of passages for each language', async () => {
    const site = await build(page('index', '# Start\n\n## Keys\n\nsealed'), page('b', '# B\n\nb', '# 乙\n\n密钥'))
    const entries = (path: string): unknown => JSON.parse(textOf(site, path).replace('globalThis.weirSearch=', ''))
    expect(entries('search.js')).toEqual([
      ['index.html', 'Start', '', ''],
      ['index.html#keys', 'Start', 'Keys', 'sealed'],
      ['b.html', 'B', '', 'b'],
    ])
    expect(entries('zh/search.js')).toContainEqual(['b.html', '乙', '', '密钥'])
  })

  it('loads nothing from elsewhere and runs no inline script', async () => {
    const site = await build(page('index', '# Start'))
    const html = textOf(site, 'index.html')
    expect([...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      'favicon.svg',
      'zh/index.html',
      'theme.js',
      'site.css',
      'site.js',
    ])
    expect(html).not.toMatch(/<script>|\son\w+=/)
  })
})
