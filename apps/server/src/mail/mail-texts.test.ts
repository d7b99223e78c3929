import { expect, it } from 'bun:test'
import { addressInUseMail, codeMail, newDeviceMail, passwordChangedMail, reminderMail, resetMail } from './mail-texts.ts'

it('a code is told with how long it is valid', () => {
  expect(codeMail('Gate', '123456', 'en')).toEqual({
    subject: 'Gate verification code',
    lines: ['Your code is 123456. It is valid for ten minutes and can be used once.', 'If you did not ask for it, ignore this mail.'],
  })
  expect(codeMail('Gate', '123456', 'zh')).toEqual({
    subject: 'Gate 邮箱验证码',
    lines: ['您的验证码是 123456，10 分钟内有效，只能使用一次。', '如果不是您本人操作，请忽略这封邮件。'],
  })
})

it('a reset goes with its link', () => {
  const link = 'https://gw.example/user/reset?token=1'
  expect([resetMail('Gate', link, 'en').link, resetMail('Gate', link, 'zh').link]).toEqual([link, link])
  expect([resetMail('Gate', link, 'en').subject, resetMail('Gate', link, 'zh').subject]).toEqual([
    'Gate: reset your password',
    'Gate 重置密码',
  ])
})

it('an address in use and a changed password are told in the language of the reader', () => {
  expect([addressInUseMail('Gate', 'en').subject, addressInUseMail('Gate', 'zh').subject]).toEqual([
    'Gate: this address is already in use',
    'Gate 邮箱已被使用',
  ])
  expect([passwordChangedMail('Gate', 'en').subject, passwordChangedMail('Gate', 'zh').subject]).toEqual([
    'Gate: your password was changed',
    'Gate 密码已修改',
  ])
})

it('a reminder says whether anything is left, in both languages, with a link where there is one', () => {
  const facts = { systemName: 'Gate', balance: '$0.10', isEmpty: false, link: 'https://gw.example/topup' }
  expect(reminderMail(facts)).toEqual({
    subject: 'Gate 额度即将用尽 / Your quota is running low',
    lines: ['您的额度即将用尽，当前余额为 $0.10，请通过下面的链接充值。', 'Your quota is running low; the balance is $0.10. Top up here:'],
    link: 'https://gw.example/topup',
  })
  expect(reminderMail({ ...facts, isEmpty: true, link: undefined })).toEqual({
    subject: 'Gate 额度已用尽 / Your quota is used up',
    lines: ['您的额度已用尽，当前余额为 $0.10，请登录控制台充值。', 'Your quota is used up; the balance is $0.10. Sign in to top up.'],
  })
})

it('a new device is named, or called unknown', () => {
  const device = { systemName: 'Gate', address: '192.0.2.1', agent: 'Firefox', time: '2026-01-01 10:00' }
  expect(newDeviceMail(device).lines[0]).toBe('您的账号刚刚在新设备上登录：2026-01-01 10:00，地址 192.0.2.1，Firefox。')
  expect(newDeviceMail(device).lines[2]).toEndWith('2026-01-01 10:00, address 192.0.2.1, Firefox.')
  expect(newDeviceMail({ ...device, agent: '' }).lines.join(' ')).toMatch(/未知设备.*unknown device/)
})
