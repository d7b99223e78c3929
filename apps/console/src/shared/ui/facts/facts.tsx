import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What a drawer tells of one thing, line by line. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
