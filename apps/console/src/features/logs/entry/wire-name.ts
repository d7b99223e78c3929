import type { Translate } from '../../../shared/i18n/translate.ts'

const WIRES = ['chat', 'responses', 'messages', 'gemini'] as const

/** The wires that callers speak have names; a provider's own wire goes by the provider's. */
export const wireName = (wire: string, t: Translate): string => {
  const known = WIRES.find((name) => name === wire)
  return known === undefined ? wire : t(`channel.route.wire.${known}`)
}
