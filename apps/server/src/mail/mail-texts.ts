import type { Language } from '@weir/contract/errors'

export interface Mail {
  readonly subject: string
  readonly lines: readonly string[]
  /** On a line of its own after the others. */
  readonly link?: string
}

interface Words {
  readonly zh: Mail
  readonly en: Mail
}

export const codeMail = (systemName: string, code: string, language: Language): Mail => {
  const words: Words = {
    zh: {
      subject: `${systemName} 邮箱验证码`,
      lines: [`您的验证码是 ${code}，10 分钟内有效，只能使用一次。`, '如果不是您本人操作，请忽略这封邮件。'],
    },
    en: {
      subject: `${systemName} verification code`,
      lines: [`Your code is ${code}. It is valid for ten minutes and can be used once.`, 'If you did not ask for it, ignore this mail.'],
    },
  }
  return words[language]
}

/** Goes out instead of a code, so that only the owner of the mailbox learns that there is an account. */
export const addressInUseMail = (systemName: string, language: Language): Mail => {
  const words: Words = {
    zh: {
      subject: `${systemName} 邮箱已被使用`,
      lines: [
        `有人用这个邮箱申请验证码，但它已经属于 ${systemName} 的一个账号，因此没有发送验证码。`,
        '如果您忘记了密码，请在登录页面选择重置密码。',
      ],
    },
    en: {
      subject: `${systemName}: this address is already in use`,
      lines: [
        `Somebody asked for a code for this address, but it already belongs to an account at ${systemName}, so no code was sent.`,
        'If you forgot your password, choose to reset it on the sign-in page.',
      ],
    },
  }
  return words[language]
}

export const resetMail = (systemName: string, link: string, language: Language): Mail => {
  const words: Words = {
    zh: {
      subject: `${systemName} 重置密码`,
      lines: ['请打开下面的链接重置密码，链接 10 分钟内有效，只能使用一次。', '如果不是您本人操作，请忽略这封邮件，密码不会改变。'],
      link,
    },
    en: {
      subject: `${systemName}: reset your password`,
      lines: [
        'Open this link to reset your password. It is valid for ten minutes and can be used once.',
        'If you did not ask for it, ignore this mail; your password stays as it is.',
      ],
      link,
    },
  }
  return words[language]
}

export const passwordChangedMail = (systemName: string, language: Language): Mail => {
  const words: Words = {
    zh: {
      subject: `${systemName} 密码已修改`,
      lines: ['您的密码刚刚被修改，其他设备上的登录和系统访问令牌已经失效。', '如果不是您本人操作，请立即重置密码并联系管理员。'],
    },
    en: {
      subject: `${systemName}: your password was changed`,
      lines: [
        'Your password has just been changed. Other sign-ins and the system access token have ended.',
        'If this was not you, reset your password at once and tell the administrator.',
      ],
    },
  }
  return words[language]
}

interface ReminderFacts {
  readonly systemName: string
  readonly balance: string
  readonly isEmpty: boolean
  /** Absent while the server does not know its own address. */
  readonly link: string | undefined
}

/** In both languages: no request of the owner's is at hand that would say which one they read. */
export const reminderMail = ({ systemName, balance, isEmpty, link }: ReminderFacts): Mail => {
  const [wayZh, wayEn] = link === undefined ? ['请登录控制台充值。', 'Sign in to top up.'] : ['请通过下面的链接充值。', 'Top up here:']
  return {
    ...(isEmpty
      ? {
          subject: `${systemName} 额度已用尽 / Your quota is used up`,
          lines: [`您的额度已用尽，当前余额为 ${balance}，${wayZh}`, `Your quota is used up; the balance is ${balance}. ${wayEn}`],
        }
      : {
          subject: `${systemName} 额度即将用尽 / Your quota is running low`,
          lines: [`您的额度即将用尽，当前余额为 ${balance}，${wayZh}`, `Your quota is running low; the balance is ${balance}. ${wayEn}`],
        }),
    ...(link !== undefined && { link }),
  }
}

interface NewDevice {
  readonly systemName: string
  readonly address: string
  readonly agent: string
  readonly time: string
}

/** In both languages: the sign-in may be somebody else's, and so may its language. */
export const newDeviceMail = ({ systemName, address, agent, time }: NewDevice): Mail => ({
  subject: `${systemName} 新设备登录 / New sign-in`,
  lines: [
    `您的账号刚刚在新设备上登录：${time}，地址 ${address}，${agent || '未知设备'}。`,
    '如果不是您本人操作，请立即修改密码，并在个人设置中退出所有设备。',
    `Your account was signed in to from a new device: ${time}, address ${address}, ${agent || 'unknown device'}.`,
    'If this was not you, change your password at once and sign out everywhere, under personal settings.',
  ],
})
