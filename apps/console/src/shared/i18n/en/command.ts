import type { command as zh } from '../zh/command.ts'

export const command: Readonly<Record<keyof typeof zh, string>> = {
  'command.placeholder': 'Page, action, channel, user, token or request ID',
  'command.pages': 'Pages',
  'command.actions': 'Actions',
  'command.things': 'Found',
  'command.none': 'Nothing found for "{query}"',
  'command.searching': 'Looking for "{query}"…',
  'command.channel': 'Channel #{id}',
  'command.replaceKey': 'Replace the key of {name}',
  'command.enable': 'Enable {name}',
  'command.disable': 'Disable {name}',
  'command.user': 'User #{id}',
  'command.token': 'Token #{id}',
  'command.request': 'See request {id} in the log',
  'command.route': 'See where {model} goes',
  'command.setting.operation': 'Operation settings',
  'command.setting.system': 'System settings',
  'command.setting.other': 'Other settings',
  'command.light': 'Switch to the light theme',
  'command.dark': 'Switch to the dark theme',
  'command.language': 'Switch to Chinese (中文)',
}
