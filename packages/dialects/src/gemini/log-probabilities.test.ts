import { expect, it } from 'bun:test'
import { logprobsOf } from './log-probabilities.ts'

it('tells tokens, their probabilities and the others that were likely', () => {
  const candidate = {
    logprobsResult: {
      chosenCandidates: [{ token: 'é', logProbability: -0.5 }, { token: 'b' }],
      topCandidates: [
        {
          candidates: [
            { token: 'é', logProbability: -0.5 },
            { token: 'e', logProbability: -2 },
          ],
        },
      ],
    },
  }
  expect(logprobsOf(candidate)).toEqual([
    {
      token: 'é',
      logprob: -0.5,
      bytes: [0xc3, 0xa9],
      top_logprobs: [
        { token: 'é', logprob: -0.5, bytes: [0xc3, 0xa9] },
        { token: 'e', logprob: -2, bytes: [0x65] },
      ],
    },
    { token: 'b', logprob: 0, bytes: [0x62], top_logprobs: [] },
  ])
  expect(logprobsOf({})).toEqual([])
})
