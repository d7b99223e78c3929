import { Refusal, type Language } from '@weir/contract/errors'
import { newUsername } from '@weir/contract/user'
import { wordTable } from '@weir/contract/values/word-table'

/** What the contract's own rules say when they refuse; everything else is worded by the schema library. */
const ruleTexts = wordTable<{ readonly zh: string; readonly en: string }>({
  NUL: { zh: '不能包含空字符', en: 'must not contain a NUL character' },
  JSON: { zh: '必须是合法的 JSON 对象', en: 'must be a valid JSON object' },
  password: { zh: '长度须为 8 至 128 个字符', en: 'must have 8 to 128 characters' },
  username: { zh: '不能包含 @', en: 'must not contain @' },
  'look-alike': {
    zh: '不能包含不可见字符、全角等变体字符，也不能混用字母表',
    en: 'must not contain invisible characters or variant letters, nor mix alphabets',
  },
  email: { zh: '不是有效的邮箱地址', en: 'is not a valid e-mail address' },
  'on-or-off': { zh: '只能是 1（启用）或 2（禁用）', en: 'must be 1 (on) or 2 (off)' },
  required: { zh: '不能为空', en: 'must not be empty' },
  type: { zh: '不支持的渠道类型', en: 'is not a known channel type' },
  control: { zh: '不能包含换行或控制字符', en: 'must not contain line breaks or control characters' },
  key: { zh: '只能包含可见的 ASCII 字符', en: 'must consist of visible ASCII characters' },
  'key-part': {
    zh: '有一部分是 undefined 或 null：表单没有填完整',
    en: 'has a part that reads undefined or null: the form was not filled in completely',
  },
  'one-key': { zh: 'mode 为 single 时只能有一行', en: 'must be one line when mode is single' },
  'one-line': {
    zh: '只能有一行，因为该渠道只有一个密钥；更多密钥请在密钥列表中添加',
    en: 'must be one line, since the channel has one key; add further keys in its list of keys',
  },
  'moved-keys': {
    zh: '更换渠道的上游地址或类型时不能为 append；请用 replace，并在 key 中填写全部密钥',
    en: 'must not be append when the address or the type of the channel changes; use replace, with all keys in key',
  },
  unsupported: { zh: '这里没有此项设置，请留空', en: 'is not a setting of this product; leave it empty' },
  'set-by-tests': {
    zh: '3（自动禁用）只能由测试或故障设置，请使用 1 或 2',
    en: 'is set to 3 by tests and faults alone; use 1 or 2',
  },
  'not-here': { zh: '不能在这里修改，请先建立用户或使用对应的接口', en: 'cannot be changed by this call' },
  'once-override': {
    zh: '只用于增加或扣减；设定余额可以直接重复执行',
    en: 'is for the modes add and subtract: setting a balance may be repeated without it',
  },
  'same-fields': { zh: 'before 和 after 须有相同的字段，至少一个', en: 'must have the same fields in before and after, at least one' },
  'too-long': { zh: '太长：渠道名称不能超过 100 个字符', en: 'is too long: the name of a channel has at most 100 characters' },
  'not-negative': { zh: '不能小于 0', en: 'must not be below 0' },
  'no-models': {
    zh: '启用了模型限制但列表为空，令牌将无法使用',
    en: 'is empty while the limit is on: the token could use no model',
  },
  'two-limits': { zh: '与 models 不一致，请只使用其中一个', en: 'differs from models; send one of the two' },
  'two-subnets': { zh: '与 subnet 不一致，请只使用其中一个', en: 'differs from subnet; send one of the two' },
  'usable-group': {
    zh: '不在可选的分组之中，请留空或改选（GET /api/user/self/groups）',
    en: 'is not among the groups you may choose; leave it empty or choose one of GET /api/user/self/groups',
  },
  cost: {
    zh: '必须是 0 到 1000 的系数，或从模型名到系数或价格的 JSON，例如 {"*":0.8,"gpt-4o":{"input":2,"output":8}}',
    en: 'must be a factor from 0 to 1000, or JSON from model to factor or price, such as {"*":0.8,"gpt-4o":{"input":2,"output":8}}',
  },
  'header-name': { zh: '请求头名称 {name} 含有不允许的字符', en: 'has a header {name} whose name has characters that no header may have' },
  'header-reserved': {
    zh: '不能设置请求头 {name}：由本程序根据连接和内容设置',
    en: 'must not set the header {name}: it follows from the connection and the body',
  },
  'header-value': {
    zh: '请求头 {name} 的值必须是只含可见 ASCII 字符的文本',
    en: 'must give the header {name} a text of visible ASCII characters',
  },
  'header-twice': { zh: '请求头 {name} 出现了两次', en: 'names the header {name} twice' },
  'header-caller': {
    zh: '请求头 {name} 引用了调用者的请求头；调用者的请求头不会转发，请直接填写值',
    en: "has a header {name} that asks for one of the caller's, which are not passed on: write the value itself",
  },
  'body-model': { zh: '不能设置 model，请使用模型重定向', en: 'must not set model; use the model mapping' },
  'body-operations': {
    zh: '不支持 operations 的写法，请直接写字段和值，例如 {"temperature":0}；null 表示去掉该字段',
    en: 'must not hold operations: write fields and their values, such as {"temperature":0}; null takes a field out',
  },
  'body-prompt': {
    zh: '不能设置 {name}：它是调用者要说的话；需要固定的提示词，请使用系统提示词',
    en: 'must not set {name}, which is what the caller says; for words of your own use the system prompt',
  },
  'body-metered': {
    zh: '不能设置 {name}：回答的读取方式或费用取决于它',
    en: 'must not set {name}: how the answer is read or what it costs depends on it',
  },
  proxy: {
    zh: '中的 proxy 必须是代理地址，例如 http://proxy.example:3128 或 socks5://user:password@proxy.example:1080',
    en: 'must have the address of a proxy, such as http://proxy.example:3128 or socks5://user:password@proxy.example:1080',
  },
  'http(s) URL': { zh: '必须是 http 或 https 地址，且不含账号与片段', en: 'must be an http or https address without user and fragment' },
  'http-address': {
    zh: '必须以 http:// 或 https:// 开头，且不含账号和密码',
    en: 'must begin with http:// or https:// and have no user and no password',
  },
  subnet: { zh: '必须是以逗号分隔的网段，例如 192.168.0.0/16', en: 'must be subnets separated by commas, such as 192.168.0.0/16' },
})

/** The words of a rule of the contract, which may name a member of the field; any other text comes from the schema library as it is. */
export const problemText = (rule: string, language: Language): string => {
  const known = ruleTexts[rule]?.[language]
  if (known !== undefined) return known
  const mark = rule.indexOf('|')
  const ofMember = mark === -1 ? undefined : ruleTexts[rule.slice(0, mark)]?.[language]
  // A function, because in a plain text some signs of a name would mean something else.
  return ofMember?.replace('{name}', () => JSON.stringify(rule.slice(mark + 1))) ?? rule
}

export const invalidInput = (field: string, rule: string, language: Language): Refusal =>
  new Refusal('invalid-input', { field, problem: problemText(rule, language) })

/** For a name that differs from the account's present one. */
export const parseNewUsername = (name: string, language: Language): string => {
  const parsed = newUsername.safeParse(name)
  if (!parsed.success) throw invalidInput('username', parsed.error.issues[0]?.message ?? 'username', language)
  return parsed.data
}
