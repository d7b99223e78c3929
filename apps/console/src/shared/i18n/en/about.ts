import type { about as zh } from '../zh/about.ts'

export const about: Readonly<Record<keyof typeof zh, string>> = {
  'about.title': 'About',
  'about.text': 'Weir is a self-hosted AI gateway: one address and one kind of token for every provider, and every call metered exactly.',
  'about.version': 'Server version',
  'about.started': 'Started',
  'about.baseUrl': 'API base URL',
  'about.licence': 'Licence',
  'about.source': 'Source code',
}
