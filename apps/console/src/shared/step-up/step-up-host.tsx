import { useEffect } from 'react'
import { useObservable } from '../browser/use-observable.ts'
import { identityQuestion } from '../api/ask-identity.ts'
import { deferred } from '../ui/page/deferred.tsx'

const StepUpDialog = deferred(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Mounted once by the shell; shows what `askIdentity()` asks. */
export const StepUpHost = () => {
  const question = useObservable(identityQuestion)
  // With the session goes what it was asked for.
  useEffect(() => () => identityQuestion.get()?.answer(false), [])
  return question === undefined ? null : <StepUpDialog onAnswer={question.answer} />
}
