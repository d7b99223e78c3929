import type { Figures, OversizedFigure } from '@weir/store/metering/figures'
import { log } from './log.ts'

const NAMES = { users: 'user', tokens: 'token', channels: 'channel' } as const

export const describeFigure = ({ table, id, name, column, value }: OversizedFigure): string =>
  `${NAMES[table]} ${id} (${name}): ${column} ${value}`

export interface FigureWatch {
  /** How many there were at the last look. */
  count(): number
  look(): Promise<void>
}

/** Finds figures beyond 2^53, which an upstream with invented usage can leave behind. Each is written down once. */
export const createFigureWatch = (figures: Pick<Figures, 'oversized'>): FigureWatch => {
  let known = new Set<string>()
  return {
    count: () => known.size,
    async look() {
      const found = await figures.oversized()
      const placeOf = ({ table, id, column }: OversizedFigure): string => `${table} ${id} ${column}`
      for (const figure of found)
        if (!known.has(placeOf(figure)))
          log.error('a figure is beyond 2^53 and is shown as 9007199254740991: see weir ledger verify', { figure: describeFigure(figure) })
      known = new Set(found.map(placeOf))
    },
  }
}
