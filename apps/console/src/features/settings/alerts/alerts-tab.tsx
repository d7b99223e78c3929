import { listAlertTargets } from '@weir/contract/alerts/alert-target'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { FailedState } from '../../../shared/ui/page/state.tsx'
import classes from '../layout/settings.module.css'
import { AlertSection } from './alert-section.tsx'
import { RuleSection } from './rule-section.tsx'
import { TargetSection } from './target-section.tsx'

/** What went wrong, what is worth a message, and where messages go. */
export const AlertsTab = () => {
  const { data: targets, isError, refetch } = useEndpoint(listAlertTargets, {})
  // Without an answer there are no targets to be seen, which is not the same as none.
  if (!targets) {
    return (
      <div className={classes.surface}>
        {isError ? <FailedState onRetry={() => void refetch()} /> : <div className={classes.bones} aria-busy="true" />}
      </div>
    )
  }
  return (
    <div className={classes.surface}>
      <AlertSection targets={targets} />
      <RuleSection targets={targets} />
      <TargetSection targets={targets} />
    </div>
  )
}
