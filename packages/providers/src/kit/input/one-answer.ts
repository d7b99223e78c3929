import type { ChatCall } from '@weir/dialects/model/call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { BodyChange } from '../body.ts'

/** For wires that give one answer to a call: fewer than asked for must not come back silently. */
export const refuseSeveralAnswers = (call: Pick<ChatCall, 'choices'>): void => {
  if (call.choices > 1) throw new UnsupportedInput('n', 'This channel gives one answer at a time')
}

/** The same for a body that is passed on. */
export const oneAnswerOnly: BodyChange = (body) => {
  refuseSeveralAnswers({ choices: Number(body['n'] ?? 1) })
  return body
}
