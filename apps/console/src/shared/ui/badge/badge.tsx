import { Tooltip } from 'antd'
import classes from './badge.module.css'

export type BadgeColor =
  | 'green'
  | 'olive'
  | 'yellow'
  | 'red'
  | 'grey'
  | 'orange'
  | 'purple'
  | 'violet'
  | 'blue'
  | 'teal'
  | 'black'
  | 'brown'
  | 'pink'

interface Props {
  /** The product's colour word; the hex values of both themes stand in the style sheet. */
  readonly color: BadgeColor
  readonly text: string
  readonly tooltip?: string
}

export const Badge = ({ color, text, tooltip }: Props) => {
  const badge = (
    <span className={classes.badge} data-color={color}>
      {text}
    </span>
  )
  return tooltip === undefined ? badge : <Tooltip title={tooltip}>{badge}</Tooltip>
}
