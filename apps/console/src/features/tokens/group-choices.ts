import type { Translate } from '../../shared/i18n/translate.ts'

interface Offer {
  readonly ratio: number
  readonly desc: string
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The own group first, then those that are offered, and the one that the token has although it is offered no longer. */
export const groupChoices = (groups: Readonly<Record<string, Offer>>, chosen: string | undefined, t: Translate): readonly Choice[] => {
  const [own, ...others] = Object.entries(groups)
  const label = (name: string, { ratio, desc }: Offer): string =>
    [name, `× ${ratio}`, ...(desc === name || desc === '' ? [] : [desc])].join(' · ')
  const isGone = chosen !== undefined && chosen !== '' && groups[chosen] === undefined
  return [
    ...(own === undefined ? [] : [{ value: '', label: t('token.groupOwnNamed', { group: label(...own) }) }]),
    ...others.map(([name, offer]) => ({ value: name, label: label(name, offer) })),
    ...(isGone ? [{ value: chosen, label: t('token.groupGone', { group: chosen }) }] : []),
  ]
}
