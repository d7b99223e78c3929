/** What is said about second factors and passkeys; `errors.ts` holds it to the form of all refusals. */
export const factorRefusals = {
  'second-factor-required': {
    status: 403,
    zh: '管理员要求您的账号使用两步验证，请先在个人设置中开启',
    en: 'Your account must use a second factor; set one up in personal settings first',
  },
  'confirm-needed': {
    status: 428,
    zh: '请先用密码或两步验证确认是您本人，然后重试',
    en: 'Confirm that it is you, with your password or a second factor, then try again',
  },
  'wrong-factor': {
    status: 200,
    zh: '验证码或密码错误，或者这个验证码已经用过',
    en: 'The code or the password is wrong, or the code has been used already',
  },
  'factor-exists': {
    status: 200,
    zh: '已经绑定了验证器应用，请先将其移除',
    en: 'An authenticator app is set up already; remove it first',
  },
  'no-factor': { status: 200, zh: '还没有开启两步验证', en: 'No second factor is set up' },
  'factor-must-stay': {
    status: 200,
    zh: '管理员要求您的账号使用两步验证，不能移除最后一种方式',
    en: 'Your account must use a second factor, so the last one cannot be removed',
  },
  'wrong-passkey': {
    status: 200,
    zh: '通行密钥未通过验证，请重试',
    en: 'The passkey was not accepted; try again',
  },
  'passkey-origin': {
    status: 200,
    zh: '通行密钥来自 {origin}，而服务器地址是 {expected}，请从服务器地址访问，或由管理员更正服务器地址',
    en: 'The passkey was used at {origin}, but the server address is {expected}; open the console there, or have the administrator correct the server address',
  },
  'passkey-domain': {
    status: 200,
    zh: '通行密钥需要域名，不能用于 {host}，请用域名访问控制台',
    en: 'Passkeys need a domain name and do not work with {host}; open the console by a domain name',
  },
  'passkey-exists': { status: 200, zh: '这个通行密钥已经添加过', en: 'This passkey has been added already' },
  'passkey-limit': {
    status: 200,
    zh: '最多可以添加 {max} 个通行密钥，请先删除一个',
    en: 'At most {max} passkeys can be added; remove one first',
  },
} as const
