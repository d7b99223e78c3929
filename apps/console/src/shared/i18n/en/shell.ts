import type { Translated } from '../translate.ts'
import type { shell as zh } from '../zh/shell.ts'

export const shell: Translated<typeof zh> = {
  'nav.label': 'Main navigation',
  'nav.home': 'Home',
  'nav.channel': 'Channels',
  'nav.token': 'Tokens',
  'nav.log': 'Logs',
  'nav.about': 'About',
  'nav.open': 'Open the menu',
  'nav.close': 'Close the menu',
  'nav.collapse': 'Collapse the navigation',
  'nav.expand': 'Expand the navigation',
  'nav.skip': 'Skip to the content',
  'nav.login': 'Sign in',
  'nav.logout': 'Sign out',
  'nav.profile': 'Edit profile',
  'nav.userMenu': 'Menu of {name}',

  'page.home': 'home',
  'page.login': 'sign-in',
  'page.channel': 'channels',
  'page.channelAdd': 'channel form',
  'page.channelEdit': 'channel form',
  'page.token': 'Tokens',
  'page.tokenAdd': 'Create a token',
  'page.tokenEdit': 'Edit the token',
  'page.log': 'Logs',
  'page.about': 'About',
  'page.profile': 'Profile',
  'page.notFound': 'Page does not exist',

  'language.label': 'Switch the language',
  'language.zh': '中文',
  'language.en': 'English',

  'theme.label': 'Theme: {current}. Switch to: {next}',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'As the system',

  'footer.project': 'Built on the open-source project Weir',
  'footer.licence': 'MIT licence',

  'about.title': 'About',
  'about.text': 'Weir is a self-hosted AI gateway: one address and one kind of token for every provider, and every call metered exactly.',
  'about.version': 'Server version',
  'about.started': 'Started',
  'about.baseUrl': 'API base URL',
  'about.licence': 'Licence',
  'about.source': 'Source code',
}
