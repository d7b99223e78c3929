import type { setup as zh } from '../zh/setup.ts'

export const setup: Readonly<Record<keyof typeof zh, string>> = {
  'setup.title': 'Get started',
  'setup.progress': '{done} of {total} steps done',
  'setup.hint': 'These steps lead to your first request. No provider key at hand? Begin with the built-in simulator.',
  'setup.doneTitle': 'All set: the gateway is ready',
  'setup.doneHint': 'Channels and tokens can be changed on their pages at any time.',
  'setup.close': 'Close',
  'setup.isDone': 'Done',
  'setup.isOpen': 'To do',

  'setup.password': 'Replace the default password',
  'setup.passwordHint': 'Everybody knows it, and it works on the server itself only.',
  'setup.newPassword': 'New password, 8 characters or more',
  'setup.passwordSave': 'Change password',

  'setup.address': 'Confirm the public address',
  'setup.addressHint': 'Links in mails, external sign-in and the examples use it.',
  'setup.addressLabel': 'Server address',
  'setup.addressSave': 'Use this address',

  'setup.channel': 'Add a channel that passes its test',
  'setup.channelHint': 'A channel connects to an upstream. The simulator uses no network and costs nothing.',
  'setup.simulator': 'Try the simulator',
  'setup.addChannel': 'Add a channel',
  'setup.untested': 'Channel "{name}" has not passed a test yet.',
  'setup.test': 'Test the channel',
  'setup.simulatorName': 'Simulator',

  'setup.token': 'Create your first token',
  'setup.tokenHint': 'Programs call the gateway with a token. This one has no limit of its own; it cannot spend more than your balance.',
  'setup.tokenName': 'First token',
  'setup.tokenSave': 'Create the token',

  'setup.request': 'Send your first request',
  'setup.requestHint': 'Says one line to {model} with that token.',
  'setup.requestLater': 'Finish the channel and the token first.',
  'setup.requestSend': 'Send the request',
  'setup.message': 'Hello!',
  'setup.answer': 'The answer of {model}',
  'setup.lost': 'No answer came. Check the network and try again.',
  'setup.failed': 'The request failed ({status}): {message}',
  'setup.toLog': 'See it in the log',
}
