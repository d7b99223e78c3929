import type { Translate } from '../../i18n/translate.ts'

/** Why a typed number cannot be taken, whatever it is for. */
export const numberProblem = (value: number | null | undefined, t: Translate): string | undefined => {
  if (value === null || value === undefined) return undefined
  if (Number.isNaN(value)) return t('form.notNumber')
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? t('form.numberTooLarge') : undefined
}

/** Stands before the rules of a field, with `validateFirst`. */
export const numberRule = (t: Translate) => ({
  validator: (_rule: unknown, value: number | null | undefined) => {
    const problem = numberProblem(value, t)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
})
