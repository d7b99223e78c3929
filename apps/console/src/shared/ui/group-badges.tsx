import { Badge } from './badge.tsx'
import classes from './cells.module.css'
import { groupColor, groupNames } from './group-look.ts'

export const GroupBadges = ({ groups }: { readonly groups: string }) => (
  <span className={classes.badges} title={groupNames(groups).join(', ')}>
    {groupNames(groups).map((name) => (
      <Badge key={name} color={groupColor(name)} text={name} />
    ))}
  </span>
)
