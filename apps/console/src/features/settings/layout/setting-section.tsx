import type { ReactNode } from 'react'
import classes from './settings.module.css'

interface SectionProps {
  readonly name: string
  readonly title: string
  readonly help?: string | undefined
  readonly children: ReactNode
}

/** One surface holds them all; a line parts them. */
export const SettingSection = ({ name, title, help, children }: SectionProps) => (
  <section id={`section-${name}`} className={classes.section} data-testid={`section-${name}`}>
    <h2 className={classes.heading}>{title}</h2>
    {help !== undefined && <p className={classes.help}>{help}</p>}
    {children}
  </section>
)

interface RowProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly action: ReactNode
  readonly children?: ReactNode
}

/** What it is on the left, what can be done about it on the right. */
export const SettingRow = ({ title, hint, action, children }: RowProps) => (
  <div className={classes.item}>
    <div className={classes.row}>
      <div className={classes.words}>
        <div>{title}</div>
        {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      </div>
      {action}
    </div>
    {children}
  </div>
)
