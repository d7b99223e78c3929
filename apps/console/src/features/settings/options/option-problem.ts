import { integerRanges } from '@weir/contract/options/integer-ranges'
import { jsonProblem } from '../../../shared/form/json-problem.ts'
import { readNumber } from '../../../shared/form/number/read-number.ts'
import type { Message } from '../../../shared/i18n/translate.ts'
import type { OptionField } from './option-sections.ts'

export interface OptionProblem {
  /** As it stands under the field. */
  readonly here: Message
  /** As it is told beside the name of the option. */
  readonly of: (name: string) => Message
}

const jsonProblemIn = (text: string): OptionProblem | undefined => {
  const place = jsonProblem(text)
  return (
    place && {
      here: { key: 'option.notJsonAt', params: { line: place.line, column: place.column } },
      of: (name) => ({ key: 'option.notJson', params: { name } }),
    }
  )
}

const numberProblemIn = (key: OptionField['key'], text: string): OptionProblem | undefined => {
  const value = readNumber(text)
  if (value === null) return undefined
  if (Number.isNaN(value))
    return { here: { key: 'form.notNumber', params: {} }, of: (name) => ({ key: 'option.notNumber', params: { name } }) }
  const [min, max] = integerRanges[key] ?? []
  if (min === undefined || max === undefined)
    return value >= 0
      ? undefined
      : { here: { key: 'option.negative', params: {} }, of: (name) => ({ key: 'option.negativeOf', params: { name } }) }
  if (Number.isInteger(value) && value >= min && value <= max) return undefined
  return { here: { key: 'option.range', params: { min, max } }, of: (name) => ({ key: 'option.rangeOf', params: { name, min, max } }) }
}

/** What the server would refuse, told before anything is asked or sent. An empty field is left alone. */
export const problemIn = ({ key, control }: OptionField, typed = ''): OptionProblem | undefined => {
  if (typed.trim() === '') return undefined
  if (control === 'json') return jsonProblemIn(typed)
  return control === 'number' ? numberProblemIn(key, typed) : undefined
}
