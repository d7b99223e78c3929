import classes from '../cells/cells.module.css'
import { Badge } from './badge.tsx'
import { groupColor, groupNames } from './group-color.ts'

const MOST_SHOWN = 2

/** The first groups by name, the others as a number that names them on hover. */
export const GroupBadges = ({ groups }: { readonly groups: string }) => {
  const names = groupNames(groups)
  const others = names.slice(MOST_SHOWN)
  return (
    <span className={classes.badges}>
      {names.slice(0, MOST_SHOWN).map((name) => (
        <Badge key={name} color={groupColor(name)} text={name} />
      ))}
      {others.length > 0 && <Badge color="grey" text={`+${others.length}`} tooltip={others.join(', ')} />}
    </span>
  )
}
