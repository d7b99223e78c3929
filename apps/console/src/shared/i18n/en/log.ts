import type { Translated } from '../translate.ts'
import type { log as zh } from '../zh/log.ts'

export const log: Translated<typeof zh> = {
  'log.title': 'Logs',
  'log.hint': 'What every call used and cost.',
  'log.empty': 'No log entries yet',
  'log.emptyHint': 'Use appears here after the first request with a token.',
  'log.time': 'Time',
  'log.token': 'Token',
  'log.type': 'Type',
  'log.model': 'Model',
  'log.prompt': 'Prompt',
  'log.completion': 'Completion',
  'log.quota': 'Quota',
  'log.detail': 'Detail',
  'log.type.all': 'All',
  'log.type.topUp': 'Top-up',
  'log.type.consume': 'Consumption',
  'log.type.manage': 'Management',
  'log.type.system': 'System',
  'log.type.test': 'Test',
  'log.type.unknown': 'Unknown',
}
