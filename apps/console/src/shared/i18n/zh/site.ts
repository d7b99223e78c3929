export const site = {
  'content.frame': '{name}的内容',
  'home.notice': '公告',
  'home.register': '注册账号',

  'topup.title': '充值',
  'topup.hint': '用兑换码增加额度，或前往充值页面获取兑换码。',
  'topup.balance': '剩余额度',
  'topup.code': '兑换码',
  'topup.codePlaceholder': '输入或粘贴兑换码',
  'topup.redeem': '兑换',
  'topup.buy': '获取兑换码',
  'topup.buyHint': '没有兑换码？前往充值页面获取。',
  'topup.paste': '粘贴',
  'topup.pasteBlocked': '无法读取剪贴板，请手动粘贴',
  'topup.empty': '请输入充值码！',
  'topup.noLink': '超级管理员未设置充值链接！',
  'topup.lost': '请求失败',
  'topup.done': '充值成功，到账 {amount}',
  'topup.history': '查看充值记录',

  'chat.title': '聊天',
  'chat.newTab': '在新标签页打开',
  'chat.none': '还没有设置聊天链接',
  'chat.noneHint': '管理员可以在运营设置中填写聊天链接。',
  'chat.toSetting': '前往运营设置',

  'banner.newVersion': '服务器已更新到 {version}，刷新页面即可使用新版控制台。',
} as const
