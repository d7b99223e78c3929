import type { profile as zh } from '../zh/profile.ts'

export const profile: Readonly<Record<keyof typeof zh, string>> = {
  'profile.title': 'Profile',
  'profile.hint': 'Change your username, password and display name.',
  'profile.username': 'Username',
  'profile.password': 'New password',
  'profile.passwordPlaceholder': 'At least 8 characters; empty keeps the current one',
  'profile.passwordRule': '8 to 128 characters; not a common password, not the username.',
  'profile.passwordShort': 'Password length must not be less than 8',
  'profile.displayName': 'Display name',
  'profile.displayNameHelp': 'Used in the greeting on the home page; empty means the username.',
  'profile.bound': 'Linked accounts',
  'profile.github': 'GitHub',
  'profile.wechat': 'WeChat',
  'profile.email': 'E-mail',
  'profile.notBound': 'Not linked',
  'profile.save': 'Save profile',
}
