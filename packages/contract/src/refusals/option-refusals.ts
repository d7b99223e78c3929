/** Refusals of settings that are written; `errors.ts` has them in its table. */
export const optionRefusals = {
  'option-unknown': { status: 200, zh: '不存在设置项 {key}', en: 'There is no option {key}' },
  'option-boolean': { status: 200, zh: '{key} 只能是 true 或 false', en: '{key} must be true or false' },
  'option-integer': { status: 200, zh: '{key} 必须是 {min} 到 {max} 的整数', en: '{key} must be a whole number from {min} to {max}' },
  'option-number': { status: 200, zh: '{key} 必须是不小于 0 的数字', en: '{key} must be a number not below 0' },
  'option-positive': { status: 200, zh: '{key} 必须是大于 0 的数字', en: '{key} must be a number above 0' },
  'option-ratios': {
    status: 200,
    zh: '{key} 必须是合法的 JSON 对象，值为 0 到 1000000 的数字，名称不能重复',
    en: '{key} must be a valid JSON object of numbers from 0 to 1000000, each name once',
  },
  'option-sheets': {
    status: 200,
    zh: '{key} 必须是模型名到价格表的 JSON：{problem}',
    en: '{key} must be JSON from model to price sheet: {problem}',
  },
  'option-routing': { status: 200, zh: '{key} 的内容不对：{problem}', en: '{key} is not valid: {problem}' },
  'option-choice': { status: 200, zh: '{key} 只能是 {choices} 之一', en: '{key} must be one of {choices}' },
  'option-time-zone': {
    status: 200,
    zh: '{key} 不是时区名称：{value}。例如 Asia/Shanghai、UTC',
    en: '{key} is not the name of a time zone: {value}. Examples: Europe/Berlin, UTC',
  },
  'option-url': { status: 200, zh: '{key} 必须是 http 或 https 地址', en: '{key} must be an http or https address' },
  'option-domains': { status: 200, zh: '{key} 必须是以逗号分隔的域名', en: '{key} must be domain names separated by commas' },
  'option-text': {
    status: 200,
    zh: '{key} 不能换行，且不能超过 {max} 个字符',
    en: '{key} must be one line of at most {max} characters',
  },
  'option-needs': { status: 200, zh: '启用 {key} 之前请先填写 {missing}', en: 'Before {key} can be enabled, set {missing}' },
} as const
