export const client = {
  'client.which': '客户端',
  'client.apps': '其他应用',
  'client.guide': '接入说明：{name}',
  'client.copy': '复制：{place}',
  'client.place.terminal': '在终端运行',
  'client.place.program': '程序',
  'client.place.baseUrl': '接口地址（Base URL）',
  'client.place.key': '密钥（API Key）',
  'client.place.model': '模型',
} as const
