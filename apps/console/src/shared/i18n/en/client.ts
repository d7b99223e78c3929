import type { client as zh } from '../zh/client.ts'

export const client: Readonly<Record<keyof typeof zh, string>> = {
  'client.which': 'Client',
  'client.apps': 'Other apps',
  'client.guide': 'Guide: {name}',
  'client.copy': 'Copy: {place}',
  'client.place.terminal': 'In a terminal',
  'client.place.program': 'The program',
  'client.place.baseUrl': 'Base URL',
  'client.place.key': 'API key',
  'client.place.model': 'Model',
}
