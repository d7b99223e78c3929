import type { JsonSchema, Operation } from '../../../apps/server/src/http/openapi/openapi.ts'
import type { Said, Tongue } from '../tongue.ts'
import { exampleOf } from './example.ts'
import type { Call, Group } from './groups.ts'
import { fieldsOf, isSchema, limitsOf, propertiesOf, typeOf, type Field } from './schema.ts'

const words = {
  name: { en: 'Name', zh: '名称' },
  place: { en: 'In', zh: '位置' },
  type: { en: 'Type', zh: '类型' },
  limits: { en: 'Limits, default', zh: '限制、默认值' },
  required: { en: 'required', zh: '必填' },
  parameters: { en: 'Parameters', zh: '参数' },
  body: { en: 'Body', zh: '请求体' },
  answer: { en: 'Answer', zh: '响应' },
  noData: { en: 'The envelope without `data`.', zh: '只有外层结构，没有 `data`。' },
  errors: { en: 'Errors', zh: '错误' },
  refusals: { en: 'A refusal has `success: false` and its reason in `message`:', zh: '拒绝时 `success` 为 `false`，原因在 `message` 中：' },
  allErrors: { en: '[all errors](../errors.md#management-api)', zh: '[全部错误](../errors.md#management-api)' },
  sessionOnly: {
    en: 'From a session of the console alone, not with an access token.',
    zh: '只能在控制台的会话中调用，不接受访问令牌。',
  },
  summaries: { en: '', zh: '接口的说明取自程序本身，只有英文。' },
  about: {
    en: 'How calls are made and answered: [the management API](../api.md).',
    zh: '调用方式和响应结构见[管理接口](../api.md)。',
  },
} as const satisfies Readonly<Record<string, Said>>

/** Who may call, as the description words it. */
const callers: Readonly<Record<string, string>> = {
  'Anyone.': '任何人。',
  'Any signed-in user.': '任何已登录的用户。',
  'Administrators (role 10).': '管理员（角色 10）。',
  'The super admin (role 100).': '超级管理员（角色 100）。',
}

const statuses: Readonly<Record<string, Said>> = {
  '401': { en: 'nobody is signed in', zh: '未登录' },
  '403': { en: 'not allowed', zh: '没有权限' },
  '429': { en: 'too many calls', zh: '请求过多' },
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const fieldTable = (fields: readonly Field[], tongue: Tongue): string =>
  table(
    [words.name[tongue], words.type[tongue], words.limits[tongue]],
    fields.map(({ name, schema, isRequired }) => [
      `\`${name}\`${isRequired ? ` (${words.required[tongue]})` : ''}`,
      typeOf(schema),
      limitsOf(schema),
    ]),
  )

const answerFields = (fields: readonly Field[], tongue: Tongue): string =>
  table(
    [words.name[tongue], words.type[tongue]],
    fields.map(({ name, schema }) => [`\`${name}\``, typeOf(schema)]),
  )

const parametersOf = ({ parameters }: Operation, tongue: Tongue): string =>
  table(
    [words.name[tongue], words.place[tongue], words.type[tongue], words.limits[tongue]],
    parameters.map(({ name, in: place, required, schema }) => [
      `\`${name}\`${required ? ` (${words.required[tongue]})` : ''}`,
      place,
      typeOf(schema),
      limitsOf(schema),
    ]),
  )

interface Answer {
  readonly description: string
  readonly schema: JsonSchema
}

const answerOf = ({ responses }: Operation): Answer => {
  const found = responses['200']
  const content = isSchema(found) && isSchema(found['content']) ? found['content']['application/json'] : undefined
  const schema = isSchema(content) && isSchema(content['schema']) ? content['schema'] : {}
  return { description: isSchema(found) ? String(found['description']) : '', schema }
}

const answerText = ({ schema }: Answer, tongue: Tongue): string => {
  const own = propertiesOf(schema).filter(([name]) => name !== 'success' && name !== 'message')
  if (own.length === 0) return words.noData[tongue]
  const fields = own.flatMap(([name, property]) => [
    { name, schema: property, isRequired: false },
    ...fieldsOf(property, name === 'data' ? 'data' : name, 1),
  ])
  return answerFields(fields, tongue)
}

const errorsOf = ({ responses }: Operation, tongue: Tongue): string => {
  const told = Object.keys(responses).flatMap((status) => {
    const said = statuses[status]
    return said === undefined ? [] : [`${status} ${said[tongue]}`]
  })
  const [comma, end] = tongue === 'zh' ? ['、', '。'] : [', ', '.']
  return `${words.refusals[tongue]} ${[...told, words.allErrors[tongue]].join(comma)}${end}`
}

const isSessionOnly = ({ security }: Operation): boolean => security.length === 1

const part = (title: string, text: string): string => `**${title}**\n\n${text}`

const callText = ({ method, path, operation }: Call, tongue: Tongue): string => {
  const answer = answerOf(operation)
  const caller = tongue === 'zh' ? (callers[answer.description] ?? answer.description) : answer.description
  const schema = operation.requestBody?.content['application/json'].schema
  const { sh, python, ts } = exampleOf(method, path, operation)
  const stop = operation.summary.endsWith('.') ? '' : '.'
  return [
    `## \`${method.toUpperCase()} ${path}\``,
    `${operation.summary}${stop} ${tongue === 'zh' ? `调用者：${caller}` : `Callers: ${caller[0]?.toLowerCase() ?? ''}${caller.slice(1)}`}`,
    ...(isSessionOnly(operation)
      ? [words.sessionOnly[tongue]]
      : [`\`\`\`sh\n${sh}\n\`\`\``, `\`\`\`python\n${python}\n\`\`\``, `\`\`\`ts\n${ts}\n\`\`\``]),
    ...(operation.parameters.length === 0 ? [] : [part(words.parameters[tongue], parametersOf(operation, tongue))]),
    ...(schema === undefined ? [] : [part(words.body[tongue], fieldTable(fieldsOf(schema), tongue))]),
    part(words.answer[tongue], answerText(answer, tongue)),
    part(words.errors[tongue], errorsOf(operation, tongue)),
  ].join('\n\n')
}

/** The page of one group, in Markdown, so that it goes the way of every document. */
export const renderGroup = ({ title, calls }: Group, tongue: Tongue): string =>
  [`# ${title[tongue]}`, `${words.about[tongue]}${words.summaries[tongue]}`, ...calls.map((call) => callText(call, tongue))].join('\n\n')
