import classes from './dashboard.module.css'

const WIDTH = 120
const HEIGHT = 28
const PAD = 2

interface Props {
  readonly values: readonly number[]
  /** The last value is of a slice that has not come to its end. */
  readonly isLastRunning: boolean
}

/** The course at a glance; the figures themselves stand beside it. */
export const Sparkline = ({ values, isLastRunning }: Props) => {
  const most = Math.max(...values, 0)
  const xOf = (at: number) => (values.length < 2 ? 0 : (at * WIDTH) / (values.length - 1))
  const yOf = (value: number) => HEIGHT - PAD - (most === 0 ? 0 : (value / most) * (HEIGHT - 2 * PAD))
  const points = values.map((value, at) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`)
  const whole = isLastRunning ? points.slice(0, -1) : points
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {whole.length > 1 && <polyline points={whole.join(' ')} vectorEffect="non-scaling-stroke" />}
      {isLastRunning && points.length > 1 && (
        <polyline className={classes.running} points={points.slice(-2).join(' ')} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}
