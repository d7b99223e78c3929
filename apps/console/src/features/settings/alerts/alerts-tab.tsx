import { listAlertTargets } from '@weir/contract/alerts/alert-target'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import classes from '../layout/settings.module.css'
import { AlertSection } from './alert-section.tsx'
import { RuleSection } from './rule-section.tsx'
import { TargetSection } from './target-section.tsx'

/** What went wrong, what is worth a message, and where messages go. */
export const AlertsTab = () => {
  const { data } = useEndpoint(listAlertTargets, {})
  const targets = data ?? []
  return (
    <div className={classes.surface}>
      <AlertSection targets={targets} />
      <RuleSection targets={targets} />
      <TargetSection targets={targets} />
    </div>
  )
}
