import type { TraceContext } from './trace-context.ts'

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof SAMPLERS)[number]

/** Whether a trace is kept; those of a caller with the caller's own say. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean

/** As many digits of the id as a number holds exactly. */
const DIGITS = 13
const ALL = 16 ** DIGITS

const rootSampler = (name: string, ratio: number): Sampler => {
  switch (name) {
    case 'always_off':
      return () => false
    case 'traceidratio':
      // By the id itself, so that every party of a trace comes to the same end.
      return (traceId) => Number.parseInt(traceId.slice(-DIGITS), 16) < ratio * ALL
    default:
      return () => true
  }
}

const PARENT_BASED = 'parentbased_'

export const createSampler = (name: SamplerName, ratio: number): Sampler => {
  if (!name.startsWith(PARENT_BASED)) return rootSampler(name, ratio)
  const root = rootSampler(name.slice(PARENT_BASED.length), ratio)
  return (traceId, parent) => parent?.isSampled ?? root(traceId, parent)
}
