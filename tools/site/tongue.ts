export const tongues = ['en', 'zh'] as const
export type Tongue = (typeof tongues)[number]

export type Said = Readonly<Record<Tongue, string>>

/** What the frame of a page says. */
export const texts = {
  title: { en: 'Weir', zh: 'Weir 文档' },
  documents: { en: 'Documentation', zh: '文档' },
  search: { en: 'Search', zh: '搜索' },
  searchHint: { en: 'Type one or several words', zh: '输入一个或多个词' },
  noResult: { en: 'Nothing found', zh: '没有找到' },
  loadFailed: { en: 'The search index could not be loaded; reload the page', zh: '搜索索引加载失败，请刷新页面' },
  close: { en: 'Close', zh: '关闭' },
  menu: { en: 'Contents', zh: '目录' },
  theme: { en: 'Light or dark', zh: '切换浅色或深色' },
  otherTongue: { en: '中文', zh: 'English' },
  onThisPage: { en: 'On this page', zh: '本页内容' },
  previous: { en: 'Previous', zh: '上一页' },
  next: { en: 'Next', zh: '下一页' },
  source: { en: 'Source of this page', zh: '本页源文件' },
  englishOnly: { en: '', zh: '此页只有英文。' },
  copy: { en: 'Copy', zh: '复制' },
  copied: { en: 'Copied', zh: '已复制' },
  skip: { en: 'Skip to the text', zh: '跳到正文' },
} as const satisfies Readonly<Record<string, Said>>
