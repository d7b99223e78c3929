/** One request that the demonstration pretends to have relayed. */
export interface DemoRequest {
  /** Seconds since the epoch. */
  readonly at: number
  readonly userIndex: number
  readonly model: string
  readonly promptTokens: number
  readonly completionTokens: number
  readonly elapsedMs: number
  readonly isStream: boolean
  readonly outcome: 'ok' | 'failed' | 'cut'
}

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600

/** A small generator with a fixed seed: every demonstration looks the same. */
const createDice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

interface Habit {
  readonly perWorkday: number
  readonly models: readonly string[]
}

/** What the three users of the demonstration do all day. */
const HABITS: readonly Habit[] = [
  { perWorkday: 26, models: ['gpt-4o-mini', 'gpt-4o-mini', 'gpt-4o'] },
  { perWorkday: 14, models: ['gpt-4o', 'simulator-echo'] },
  { perWorkday: 7, models: ['gpt-4o-mini', 'simulator-slow'] },
]

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day * 1000).getUTCDay())

const outcomeOf = (roll: number): DemoRequest['outcome'] => {
  if (roll < 0.03) return 'failed'
  return roll < 0.05 ? 'cut' : 'ok'
}

const requestsOf = (userIndex: number, day: number, dice: () => number): readonly DemoRequest[] => {
  const { perWorkday, models } = HABITS[userIndex] ?? { perWorkday: 0, models: [] }
  const count = Math.round((isWeekend(day) ? 0.25 : 1) * perWorkday * (0.6 + 0.8 * dice()))
  return Array.from({ length: count }, () => {
    const outcome = outcomeOf(dice())
    const isDelivered = outcome !== 'failed'
    const completionTokens = isDelivered ? Math.ceil(20 + 900 * dice() ** 2) : 0
    return {
      at: Math.floor(day + 8 * HOUR_SECONDS + dice() * 11 * HOUR_SECONDS),
      userIndex,
      model: models[Math.floor(dice() * models.length)] ?? 'gpt-4o-mini',
      promptTokens: isDelivered ? Math.ceil(40 + 2400 * dice() ** 2) : 0,
      completionTokens,
      elapsedMs: Math.ceil(300 + completionTokens * (6 + 6 * dice())),
      isStream: dice() < 0.7,
      outcome,
    }
  })
}

/** The days before `now`, the oldest first, each with its requests in the order of their time. */
export const demoTraffic = (now: number, days: number): readonly (readonly DemoRequest[])[] => {
  const dice = createDice(20_261_115)
  const today = Math.floor(now / DAY_SECONDS) * DAY_SECONDS
  return Array.from({ length: days }, (_, index) => {
    const day = today - (days - index) * DAY_SECONDS
    return HABITS.flatMap((__, userIndex) => requestsOf(userIndex, day, dice)).toSorted((a, b) => a.at - b.at)
  })
}
