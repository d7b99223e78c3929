export const shell = {
  'setting.title': '设置',
  'pricing.title': '模型与价格',
  'nav.label': '主导航',
  'nav.open': '打开菜单',
  'nav.close': '关闭菜单',
  'nav.collapse': '收起导航',
  'nav.expand': '展开导航',
  'nav.skip': '跳到主要内容',
  'nav.login': '登录',
  'nav.register': '注册',
  'nav.logout': '退出登录',
  'nav.profile': '修改个人资料',
  'nav.userMenu': '{name} 的菜单',

  'page.login': '登录页',
  'page.register': '注册页',
  'page.reset': '重置密码',
  'page.oauth': '外部账号登录',

  'language.label': '切换语言',
  'language.zh': '中文',
  'language.en': 'English',

  'theme.label': '主题：{current}，点击切换为{next}',
  'theme.light': '浅色',
  'theme.dark': '深色',
  'theme.system': '跟随系统',

  'footer.project': '基于开源项目 Weir 构建',
  'footer.licence': 'MIT 许可证',

  'content.frame': '{name}的内容',
  'banner.newVersion': '服务器已更新到 {version}，刷新页面即可使用新版控制台。',
  'banner.givenPassword': '当前密码是重置得到的，不只你一个人知道。请换成自己的新密码。',
  'banner.changePassword': '修改密码',
} as const
