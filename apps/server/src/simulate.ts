import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { answer } from '@weir/providers/simulator/answer'
import type { MadeReply } from './relay/simulated-reply.ts'

/** As fast as a good provider, and as slow as one that thinks. */
const PACE_MS = 20
const SLOW_PACE_MS = 400

const isSlow = ({ body }: UpstreamRequest): boolean => typeof body === 'string' && /"model"\s*:\s*"simulator-slow"/.test(body)

/** The built-in upstream. */
export const simulate = (request: UpstreamRequest, now: number): MadeReply =>
  answer(request, { now, paceMs: isSlow(request) ? SLOW_PACE_MS : PACE_MS })
