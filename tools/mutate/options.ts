import { parseArgs } from 'node:util'
import { areas } from './areas.ts'

export interface Options {
  readonly seed: number
  readonly count: number
  readonly area: string | undefined
  /** Part of a path, to look at one file or folder. */
  readonly file: string | undefined
  /** How many of the nearest tests run first, and how many more run for a change that those let pass. */
  readonly near: number
  readonly more: number
  /** How long one run of tests may take; a run that is cut off counts as having noticed. */
  readonly limitMs: number
  readonly isList: boolean
  /** Only looks whether the equivalent changes still hold. */
  readonly isCheck: boolean
  readonly hasBrowser: boolean
  readonly hasTypes: boolean
}

const whole = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} ${text}: give a whole number of at least 0`)
  return value
}

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '160' },
      area: { type: 'string' },
      file: { type: 'string' },
      near: { type: 'string', default: '6' },
      more: { type: 'string', default: '24' },
      limit: { type: 'string', default: '150' },
      list: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      types: { type: 'boolean', default: false },
    },
  })
  const names = areas.map(({ name }) => name)
  if (values.area !== undefined && !names.includes(values.area)) throw new Error(`--area ${values.area}: give one of ${names.join(', ')}`)
  return {
    seed: whole('seed', values.seed),
    count: whole('count', values.count),
    area: values.area,
    file: values.file,
    near: whole('near', values.near),
    more: whole('more', values.more),
    limitMs: whole('limit', values.limit) * 1000,
    isList: values.list,
    isCheck: values.check,
    hasBrowser: values.browser,
    hasTypes: values.types,
  }
}
