import classes from './dashboard.module.css'

const WIDTH = 120
const HEIGHT = 28
const PAD = 2

interface Props {
  readonly values: readonly number[]
  /** The last value still grows: the way to it is dashed, or every running day would read as a drop. */
  readonly isRunning: boolean
}

/** The course at a glance; the figures themselves stand beside it. */
export const Sparkline = ({ values, isRunning }: Props) => {
  const most = Math.max(...values, 0)
  const xOf = (at: number) => (values.length < 2 ? 0 : (at * WIDTH) / (values.length - 1))
  const yOf = (value: number) => HEIGHT - PAD - (most === 0 ? 0 : (value / most) * (HEIGHT - 2 * PAD))
  const points = values.map((value, at) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`)
  const whole = isRunning ? points.slice(0, -1) : points
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {whole.length > 1 && <polyline points={whole.join(' ')} vectorEffect="non-scaling-stroke" />}
      {isRunning && points.length > 1 && (
        <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 3" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}
