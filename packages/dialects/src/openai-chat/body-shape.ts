import { MAX_MEMBERS, hasMoreValuesThan, isDeeperThan, isWiderThan } from '../json.ts'
import type { CallProblem } from '../model/call.ts'

const MAX_JSON_DEPTH = 64
/** The widest body in use is a list of 300 000 tokens to embed. Twice that takes half a second to parse in the worst case. */
const MAX_JSON_VALUES = 500_000

/** What makes a body too much work to parse. */
export const shapeProblem = (rawBody: string): CallProblem | undefined => {
  if (isDeeperThan(rawBody, MAX_JSON_DEPTH))
    return {
      param: '',
      zh: `请求体嵌套超过 ${MAX_JSON_DEPTH} 层`,
      en: `The request body is nested deeper than ${MAX_JSON_DEPTH} levels`,
    }
  if (isWiderThan(rawBody, MAX_MEMBERS))
    return {
      param: '',
      zh: `请求体中有对象的字段超过 ${MAX_MEMBERS} 个`,
      en: `An object in the request body has more than ${MAX_MEMBERS} fields`,
    }
  if (hasMoreValuesThan(rawBody, MAX_JSON_VALUES))
    return {
      param: '',
      zh: `请求体中的值超过 ${MAX_JSON_VALUES} 个`,
      en: `The request body holds more than ${MAX_JSON_VALUES} values`,
    }
  return undefined
}
