import type { Language } from './translate.ts'

const steps = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** "3 分钟前", "in 2 days". */
export const relativeTime = (epochSeconds: number, nowSeconds: number, language: Language): string => {
  const distance = epochSeconds - nowSeconds
  const step = steps.find(({ seconds }) => Math.abs(distance) >= seconds) ?? { unit: 'second', seconds: 1 }
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(distance / step.seconds), step.unit)
}
