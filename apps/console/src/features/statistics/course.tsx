import type { StatisticsData, StatisticsFigure } from '@weir/contract/statistics'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { formatFigure, valueOf } from './figures.ts'
import { slotLabel, slotsOf } from './period.ts'
import { figureAddress, periodAddress } from './row-address.ts'
import classes from './statistics.module.css'

interface Props {
  readonly data: StatisticsData
  readonly figure: StatisticsFigure
}

/** So many labels find room under the bars. */
const LABELS = 8

/** One bar for each slice; every bar leads to its rows. A slice that still runs is dashed: it is no drop. */
export const Course = ({ data, figure }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const known = new Map(data.slices.map((slice) => [slice.time, slice]))
  const bars = slotsOf(data).map((slot) => {
    const slice = known.get(slot.time)
    return { ...slot, value: slice === undefined ? undefined : valueOf(figure, slice) }
  })
  const most = Math.max(0, ...bars.map(({ value = 0 }) => Math.abs(value)))
  const every = Math.ceil(bars.length / LABELS)
  const title = t('statistics.course', { figure: t(`statistics.figure.${figure}`) })
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.heading}>
        <h2>{title}</h2>
        {bars.some(({ isPartial }) => isPartial) && <span>{t('statistics.partial')}</span>}
      </div>
      <ul className={classes.course} data-testid="course">
        {bars.map(({ time, first, last, isPartial, value }, at) => {
          const label = slotLabel(time, data.step)
          const text = { time: label, value: formatFigure(figure, value, display) }
          const spoken = t(isPartial ? 'statistics.partialSlot' : 'statistics.slot', text)
          return (
            <li key={time} data-partial={isPartial} data-negative={(value ?? 0) < 0}>
              <Link to={figureAddress({ ...periodAddress(data), start: first, end: last }, figure)} title={spoken} aria-label={spoken}>
                <span style={{ height: `${most === 0 ? 0 : (Math.abs(value ?? 0) / most) * 100}%` }} />
              </Link>
              <span className={classes.tick} aria-hidden="true">
                {at % every === 0 ? label : ''}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
