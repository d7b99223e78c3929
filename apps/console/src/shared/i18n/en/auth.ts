import type { auth as zh } from '../zh/auth.ts'

export const auth: Readonly<Record<keyof typeof zh, string>> = {
  'login.title': 'Sign in',
  'login.welcome': 'Sign in to {name}',
  'login.username': 'Username or e-mail',
  'login.password': 'Password',
  'login.submit': 'Sign in',
  'login.passkey': 'Sign in with a passkey',
  'login.done': 'Login successful',
  'login.expired': 'Not logged in or login expired, please log in again',
  'login.defaultPassword': 'Change the default password at once',
  'login.usernameRequired': 'Enter your username or e-mail',
  'login.passwordRequired': 'Enter your password',
  'login.capsLock': 'Caps Lock is on',
  'login.already': 'You are signed in as {name}',
  'login.continue': 'Continue',
  'login.loggedOut': 'Signed out',
  'login.tagline': 'One address, one kind of token, metered to the last unit.',
}
