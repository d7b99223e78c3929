import { integerRanges } from '@weir/contract/options/integer-ranges'
import { jsonProblem } from '../../../shared/form/json-problem.ts'
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

const rangeProblemIn = (key: OptionField['key'], text: string): OptionProblem | undefined => {
  const [min, max] = integerRanges[key] ?? []
  if (min === undefined || max === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return undefined
  return { here: { key: 'option.range', params: { min, max } }, of: (name) => ({ key: 'option.rangeOf', params: { name, min, max } }) }
}

/** What the server would refuse, told before anything is asked or sent. An empty field is left alone. */
export const problemIn = ({ key, control }: OptionField, typed = ''): OptionProblem | undefined => {
  const text = typed.trim()
  if (text === '') return undefined
  if (control === 'json') return jsonProblemIn(typed)
  return control === 'number' ? rangeProblemIn(key, text) : undefined
}
