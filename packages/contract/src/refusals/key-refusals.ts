export const keyRefusals = {
  'key-required': {
    status: 200,
    zh: '更换渠道的上游地址、类型，或非 https 地址所用的代理时，必须重新填写密钥',
    en: 'Enter the key again when you change the address or the type of a channel, or the proxy of one without https',
  },
  'secret-required': {
    status: 200,
    zh: '请重新填写 {field}：*** 表示保存的值，而这里没有保存，或它属于另一个地址',
    en: 'Enter {field} again: *** stands for a stored value, and none is stored here or it belongs to another address',
  },
  'last-key': {
    status: 200,
    zh: '这是渠道唯一的密钥。请先添加另一个，或禁用整个渠道',
    en: 'This is the only key of the channel: add another one first, or switch the channel off',
  },
  'key-reference-root': {
    status: 200,
    zh: '只有超级管理员可以用 env: 或 file: 引用密钥',
    en: 'Only the super admin may refer to a key with env: or file:',
  },
  'key-reference-forbidden': {
    status: 200,
    zh: '不能引用 {reference}：变量名须以 {prefix} 开头，文件须直接位于 {folder}',
    en: '{reference} cannot be referred to: a variable must begin with {prefix}, a file must lie directly in {folder}',
  },
  'key-reference-empty': {
    status: 200,
    zh: '{reference} 不存在，或内容不是一行可见的 ASCII 字符',
    en: '{reference} is missing, or is not one line of visible ASCII characters',
  },
} as const
