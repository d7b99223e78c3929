import type { ReactNode } from 'react'
import figures from '../../shared/ui/facts/figures.module.css'
import classes from './statement.module.css'

const BLANK = String.fromCodePoint(0xa0)

interface SectionProps {
  readonly title: string
  /** Shown instead of the table. */
  readonly empty?: string | undefined
  readonly testId: string
  readonly children: ReactNode
}

export const Section = ({ title, empty, testId, children }: SectionProps) => (
  <section className={classes.section} data-testid={testId}>
    <h2 className={classes.heading}>{title}</h2>
    {empty === undefined ? (
      <div className={classes.scroll}>
        <table className={`${figures.table} ${classes.table}`}>{children}</table>
      </div>
    ) : (
      <p className={classes.quiet}>{empty}</p>
    )}
  </section>
)

interface SumProps {
  readonly label: string
  readonly amount: string
  /** What stands between, by the class of its column: a phone leaves some columns out. */
  readonly between: readonly (string | undefined)[]
}

export const SumRow = ({ label, amount, between }: SumProps) => (
  <tr>
    <th scope="row">{label}</th>
    {between.map((name, at) => (
      <td key={at} className={name}>
        {BLANK}
      </td>
    ))}
    <td>{amount}</td>
  </tr>
)
