import { Refusal, type Language } from '@weir/contract/errors'
import { newUsername } from '@weir/contract/user'

/** What the contract's own rules say when they refuse; everything else is worded by the schema library. */
const ruleTexts: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = {
  NUL: { zh: '不能包含空字符', en: 'must not contain a NUL character' },
  JSON: { zh: '必须是合法的 JSON 对象', en: 'must be a valid JSON object' },
  password: { zh: '长度须为 8 至 128 个字符', en: 'must have 8 to 128 characters' },
  username: { zh: '不能包含 @', en: 'must not contain @' },
  'look-alike': {
    zh: '不能包含不可见字符、全角等变体字符，也不能混用字母表',
    en: 'must not contain invisible characters or variant letters, nor mix alphabets',
  },
  email: { zh: '不是有效的邮箱地址', en: 'is not a valid e-mail address' },
  required: { zh: '不能为空', en: 'must not be empty' },
  type: { zh: '不支持的渠道类型', en: 'is not a known channel type' },
  control: { zh: '不能包含换行或控制字符', en: 'must not contain line breaks or control characters' },
  key: { zh: '只能包含可见的 ASCII 字符', en: 'must consist of visible ASCII characters' },
  'http(s) URL': { zh: '必须是 http 或 https 地址，且不含账号与片段', en: 'must be an http or https address without user and fragment' },
  subnet: { zh: '必须是以逗号分隔的网段，例如 192.168.0.0/16', en: 'must be subnets separated by commas, such as 192.168.0.0/16' },
}

/** The words of a rule of the contract; any other text comes from the schema library as it is. */
export const problemText = (rule: string, language: Language): string => ruleTexts[rule]?.[language] ?? rule

export const invalidInput = (field: string, rule: string, language: Language): Refusal =>
  new Refusal('invalid-input', { field, problem: problemText(rule, language) })

/** For a name that differs from the account's present one. */
export const parseNewUsername = (name: string, language: Language): string => {
  const parsed = newUsername.safeParse(name)
  if (!parsed.success) throw invalidInput('username', parsed.error.issues[0]?.message ?? 'username', language)
  return parsed.data
}
