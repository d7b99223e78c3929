import { Suspense, lazy } from 'react'
import { useObservable } from '../browser/use-observable.ts'
import { identityQuestion } from '../api/ask-identity.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Mounted once by the shell; shows what `askIdentity()` asks. */
export const StepUpHost = () => {
  const question = useObservable(identityQuestion)
  if (question === undefined) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onAnswer={question.answer} />
    </Suspense>
  )
}
