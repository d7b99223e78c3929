import type { CallProblem } from '../model/call.ts'

/** The longest names in use are paths of 100 characters. A name is told back in errors, so that it must not fill a reply. */
const MAX_MODEL_CHARACTERS = 256

/** What is wrong with the name of the model that a call asks for. */
export const modelProblem = (model: string): CallProblem | undefined => {
  if (model === '') return { param: 'model', zh: '缺少 model 字段', en: 'The field model is missing' }
  if (model.length <= MAX_MODEL_CHARACTERS) return undefined
  return {
    param: 'model',
    zh: `model 不能超过 ${MAX_MODEL_CHARACTERS} 个字符`,
    en: `The field model must not be longer than ${MAX_MODEL_CHARACTERS} characters`,
  }
}
