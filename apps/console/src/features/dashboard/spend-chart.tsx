import { formatNumber, formatQuota } from '@weir/contract/values/format'
import { LogType } from '@weir/contract/log'
import { useNavigate } from 'react-router'
import { Bar, BarChart, CartesianGrid, Rectangle, ResponsiveContainer, Tooltip, XAxis, YAxis, type BarShapeProps } from 'recharts'
import { useIsNarrow } from '../../shared/browser/use-media.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { chartColour, REST_COLOUR } from '../../shared/ui/chart/chart-colour.ts'
import classes from './dashboard.module.css'
import type { Bar as SpendBar } from './models.ts'
import { slotLabel, slotWindow, type Course } from './period.ts'

interface Props {
  readonly bars: readonly SpendBar[]
  readonly course: Course
  /** The slice that is not over yet. */
  readonly running: number | undefined
  readonly models: readonly string[]
}

const colourOf = (model: string | undefined): string => (model === undefined ? REST_COLOUR : chartColour(model))

/** Still growing: it must not read as a drop. */
const growing = { fillOpacity: 0.35, strokeDasharray: '3 2' }

const tick = { fill: 'var(--text-quiet)', fontSize: 12 }

/** A chunk of its own: the chart library is as large as all the rest of the screen. */
export const SpendChart = ({ bars, course, running, models }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const series = [...models, undefined]
  const labelOf = (time: number) => (time === running ? t('dashboard.running', { time: slotLabel(time, course) }) : slotLabel(time, course))
  const amount = (quota: number) => (display.inCurrency ? formatQuota(quota, display) : formatNumber(Math.round(quota)))
  return (
    <ResponsiveContainer width="100%" height={280}>
      <BarChart data={[...bars]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line-soft)" />
        <XAxis
          dataKey="time"
          tickFormatter={(time: number) => slotLabel(time, course)}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={isNarrow ? 32 : 16}
        />
        <YAxis tickFormatter={amount} tick={tick} tickLine={false} axisLine={false} width={isNarrow ? 56 : 72} />
        <Tooltip
          cursor={{ fill: 'var(--hover)' }}
          isAnimationActive={false}
          labelFormatter={(time) => labelOf(Number(time))}
          formatter={(quota) => amount(Number(quota))}
          itemSorter={() => 0}
          contentStyle={{ border: '1px solid var(--line)', borderRadius: 8, background: 'var(--surface-raised)' }}
          itemStyle={{ color: 'var(--text)' }}
        />
        {series.map((model, at) => (
          <Bar
            key={model ?? ''}
            className={classes.bar ?? ''}
            dataKey={(bar: SpendBar) => bar.parts[at] ?? 0}
            name={model ?? t('dashboard.rest')}
            stackId="spend"
            fill={colourOf(model)}
            maxBarSize={40}
            shape={(bar: BarShapeProps) =>
              bars[bar.index]?.time === running ? <Rectangle {...bar} {...growing} stroke={bar.fill} /> : <Rectangle {...bar} />
            }
            isAnimationActive={false}
            onClick={(_, index) => {
              const time = bars[index]?.time
              if (time === undefined) return
              void navigate(
                logWith({ type: LogType.consume, ...slotWindow(time, course), ...(model !== undefined && { model_name: model }) }),
              )
            }}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
