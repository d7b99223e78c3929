import type { FormInstance } from 'antd'
import { notify } from '../../../shared/feedback/notify.ts'
import { jsonProblem } from '../../../shared/form/json-problem.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { bodyOf, newChannelValues, problemsOf, type ChannelValues, type Problem } from './channel-values.ts'

export type ChannelBody = ReturnType<typeof bodyOf>

interface Options {
  readonly form: FormInstance<ChannelValues>
  readonly isNew: boolean
}

const CHECKED: readonly Problem['field'][] = ['name', 'key', 'models', 'modelMapping']

/** The form hands over the shown fields alone; the others keep what they started with. Ant Design types the whole of them as any. */
const valuesNow = (form: FormInstance<ChannelValues>): ChannelValues => ({
  ...newChannelValues,
  ...(form.getFieldsValue(true) as Partial<ChannelValues>),
})

/** What would be sent, whether or not it is whole. */
export const bodyNow = (form: FormInstance<ChannelValues>): ChannelBody => bodyOf(valuesNow(form))

/** Checks in the product's order; the first problem is said in a toast, and each is shown at its field. */
export const useChannelSubmit = ({ form, isNew }: Options) => {
  const t = useText()

  const detailOf = (problem: Problem, { modelMapping }: ChannelValues): string => {
    if (problem.field !== 'modelMapping') return t(problem.message)
    const place = jsonProblem(modelMapping)
    const shape = problem.detail === undefined ? '' : t(problem.detail)
    return `${t(problem.message)} ${place === undefined ? shape : t('channel.mappingPlace', { ...place })}`.trim()
  }

  return (onValid: (body: ChannelBody) => void): void => {
    const values = valuesNow(form)
    const problems = problemsOf(values, isNew)
    const [first] = problems
    if (first === undefined) {
      onValid(bodyOf(values))
      return
    }
    notify.error(t(first.message))
    const marksOf = (field: Problem['field']) =>
      problems.filter((problem) => problem.field === field).map((problem) => detailOf(problem, values))
    form.setFields(CHECKED.map((name) => ({ name, errors: marksOf(name) })))
    form.scrollToField(first.field, { focus: true, block: 'center' })
  }
}
