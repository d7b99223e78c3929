export const about = {
  'about.title': '关于',
  'about.text': 'Weir 是自托管的 AI 网关：用一个地址、一种令牌访问各家模型，每次调用的用量都精确计量。',
  'about.version': '服务器版本',
  'about.started': '启动时间',
  'about.baseUrl': '接口地址',
  'about.licence': '许可证',
  'about.source': '源代码',
} as const
