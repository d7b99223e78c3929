import classes from './dashboard.module.css'

const WIDTH = 120
const HEIGHT = 28
const PAD = 2

/** The course at a glance; the figures themselves stand beside it. */
export const Sparkline = ({ values }: { readonly values: readonly number[] }) => {
  const most = Math.max(...values, 0)
  const xOf = (at: number) => (values.length < 2 ? 0 : (at * WIDTH) / (values.length - 1))
  const yOf = (value: number) => HEIGHT - PAD - (most === 0 ? 0 : (value / most) * (HEIGHT - 2 * PAD))
  const points = values.map((value, at) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`)
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {values.length > 1 && <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}
