import type { shell as zh } from '../zh/shell.ts'

export const shell: Readonly<Record<keyof typeof zh, string>> = {
  'setting.title': 'Settings',
  'playground.title': 'Playground',
  'pricing.title': 'Models and prices',
  'dashboard.title': 'Dashboard',
  'statistics.title': 'Statistics',
  'statement.title': 'Monthly statement',
  'redemption.title': 'Redemption codes',
  'redemption.addTitle': 'Create redemption codes',
  'redemption.editTitle': 'Edit redemption code',
  'nav.label': 'Main navigation',
  'nav.open': 'Open the menu',
  'nav.close': 'Close the menu',
  'nav.collapse': 'Collapse the navigation',
  'nav.expand': 'Expand the navigation',
  'command.open': 'Search and go to',
  'nav.skip': 'Skip to the content',
  'nav.login': 'Sign in',
  'nav.register': 'Register',
  'nav.logout': 'Sign out',
  'nav.balance': 'Balance',
  'nav.profile': 'Edit profile',
  'nav.userMenu': 'Menu of {name}',

  'page.login': 'sign-in',
  'page.register': 'Registration',
  'page.reset': 'Password reset',
  'page.oauth': 'External sign-in',

  'language.label': 'Switch the language',
  'language.zh': '中文',
  'language.en': 'English',

  'theme.label': 'Theme: {current}. Switch to: {next}',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'As the system',

  'footer.project': 'Built on the open-source project Weir',
  'footer.licence': 'MIT licence',

  'content.frame': 'Content of {name}',
  'banner.newVersion': 'The server is now at {version}. Reload the page to use the new console.',
  'banner.givenPassword': 'Your password was reset, so you are not the only one who knows it. Please set one of your own.',
  'banner.defaultPassword': 'You are using the default password, which everybody knows. Set one of your own now.',
  'banner.changePassword': 'Change password',
}
