import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'

const tokenOf = (candidate: unknown): JsonObject => {
  const token = textAt(candidate, 'token') ?? ''
  const logprob = isObject(candidate) ? candidate['logProbability'] : undefined
  // A certain token has the probability 1, and its logarithm 0 is left out.
  return { token, logprob: typeof logprob === 'number' ? logprob : 0, bytes: [...Buffer.from(token)] }
}

/** The log probabilities of a candidate's text, in OpenAI's form. */
export const logprobsOf = (candidate: unknown): readonly JsonObject[] => {
  const result = objectAt(candidate, 'logprobsResult')
  const others = arrayAt(result, 'topCandidates')
  return arrayAt(result, 'chosenCandidates').map((chosen, at) => ({
    ...tokenOf(chosen),
    top_logprobs: arrayAt(others[at], 'candidates').map(tokenOf),
  }))
}
