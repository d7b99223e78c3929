import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointDefinition } from './endpoint.ts'
import { calls, inputsOf, isSchema, jsonOf, linesOf, parts } from './testing/all-calls.ts'

const BOUNDS = [
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
] as const

/** Every bound of a field and of what is inside it. Prices have too many to be told here: `sheet.price` is left out. */
const boundsOf = (schema: unknown, name = ''): readonly string[] => {
  if (!isSchema(schema) || name === 'sheet.price') return []
  const own = BOUNDS.flatMap(([key, sign]) => {
    const bound = schema[key]
    return typeof bound === 'number' && Math.abs(bound) !== Number.MAX_SAFE_INTEGER ? [`${name} ${sign} ${bound}`] : []
  })
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    boundsOf(inner, name === '' ? field : `${name}.${field}`),
  )
  const items = boundsOf(schema.items, `${name}[]`)
  const others = boundsOf(schema.additionalProperties, `${name}.*`)
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []).flatMap((form) => boundsOf(form, name)))
  return [...own, ...fields, ...items, ...others, ...forms]
}

const lineOf = (call: EndpointDefinition): string => {
  const bounds = new Set(inputsOf(call).flatMap((schema) => boundsOf(jsonOf(schema))))
  return [`${call.method} ${call.path}`, [...bounds].join(', ')].filter((part) => part !== '').join(': ')
}

it('every call has these bounds and no others', () => {
  expect(calls.map(lineOf).toSorted()).toEqual(linesOf(BOUNDED).toSorted())
})

it('no file with calls is left out', () => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(import.meta.dir)].filter((path) => !path.endsWith('.test.ts'))
  const defining = files.filter((path) => readFileSync(join(import.meta.dir, path), 'utf8').includes('= endpoint({'))
  expect(defining.length).toBe(parts.length)
})

const BOUNDED = `
  DELETE /api/alert/rule/:id/: id > 0
  DELETE /api/alert/target/:id/: id > 0
  DELETE /api/budget/:id/: id > 0
  DELETE /api/channel/:id/: id > 0
  DELETE /api/channel/:id/keys/:key_id: id > 0, key_id ≥ 0
  DELETE /api/channel/disabled
  DELETE /api/log/
  DELETE /api/log/filter: name length ≤ 40
  DELETE /api/prices/model: model length ≤ 200, revision length ≤ 100
  DELETE /api/redemption/:id/: id > 0
  DELETE /api/token/:id/: id > 0
  DELETE /api/user/:id/: id > 0
  DELETE /api/user/:id/factor: id > 0
  DELETE /api/user/factor/totp
  DELETE /api/user/passkey/:id: id length ≤ 64
  DELETE /api/user/self
  DELETE /api/user/session/:id: id length ≤ 64
  DELETE /api/user/sessions
  GET /api/about
  GET /api/alert/
  GET /api/alert/rule/
  GET /api/alert/target/
  GET /api/audit/: actor_name length ≤ 100, action length ≤ 100, object length ≤ 200
  GET /api/audit/head
  GET /api/budget/: scope_id length ≤ 255, model length ≤ 255
  GET /api/budget/:id: id > 0
  GET /api/budget/self
  GET /api/channel/: type length ≤ 4000, status length ≤ 4000, group length ≤ 4000, model length ≤ 4000, tag length ≤ 4000
  GET /api/channel/:id/keys: id > 0
  GET /api/channel/:id: id > 0
  GET /api/channel/facets: keyword length ≤ 200, type length ≤ 4000, status length ≤ 4000, group length ≤ 4000, model length ≤ 4000, tag length ≤ 4000
  GET /api/channel/fetch_models/:id: id > 0
  GET /api/channel/ids: keyword length ≤ 200, type length ≤ 4000, status length ≤ 4000, group length ≤ 4000, model length ≤ 4000, tag length ≤ 4000
  GET /api/channel/models
  GET /api/channel/route/models: model length ≤ 200, group length ≤ 64
  GET /api/channel/route: model length ≤ 200, group length ≤ 64
  GET /api/channel/search: keyword length ≤ 200, type length ≤ 4000, status length ≤ 4000, group length ≤ 4000, model length ≤ 4000, tag length ≤ 4000
  GET /api/channel/test
  GET /api/channel/test/:id/: id > 0, model length ≤ 200
  GET /api/channel/test/:id/probes: id > 0, model length ≤ 200
  GET /api/channel/test/progress
  GET /api/channel/update_balance
  GET /api/channel/update_balance/:id/: id > 0
  GET /api/dashboard: time_zone length ≤ 64
  GET /api/group/
  GET /api/home_page_content
  GET /api/log/: model_name length ≤ 200, token_name length ≤ 200, fault length ≤ 64, request_id length ≤ 100, username length ≤ 200, group length ≤ 200
  GET /api/log/entry/:id: id > 0
  GET /api/log/filter
  GET /api/log/search: keyword length ≤ 200
  GET /api/log/self/: model_name length ≤ 200, token_name length ≤ 200, fault length ≤ 64, request_id length ≤ 100
  GET /api/log/self/search: keyword length ≤ 200
  GET /api/log/self/stat: model_name length ≤ 200, token_name length ≤ 200, fault length ≤ 64, request_id length ≤ 100
  GET /api/log/stat: model_name length ≤ 200, token_name length ≤ 200, fault length ≤ 64, request_id length ≤ 100, username length ≤ 200, group length ≤ 200
  GET /api/models
  GET /api/notice
  GET /api/oauth/email/bind: email length ≤ 254, code length ≤ 64
  GET /api/oauth/github: code length ≤ 4096, state length ≤ 256
  GET /api/oauth/lark: code length ≤ 4096, state length ≤ 256
  GET /api/oauth/oidc: code length ≤ 4096, state length ≤ 256
  GET /api/oauth/state
  GET /api/oauth/wechat/bind: code length ≤ 4096
  GET /api/oauth/wechat: code length ≤ 4096
  GET /api/option/
  GET /api/option/state
  GET /api/prices
  GET /api/prices/model: model length ≤ 200
  GET /api/prices/news
  GET /api/pricing
  GET /api/redemption/
  GET /api/redemption/:id: id > 0
  GET /api/redemption/ids: keyword length ≤ 200
  GET /api/redemption/search: keyword length ≤ 200
  GET /api/reset_password: email length ≤ 254, turnstile length ≤ 4096
  GET /api/statement/: user_id > 0
  GET /api/statement/self
  GET /api/statistics/: time_zone length ≤ 64
  GET /api/statistics/self: time_zone length ≤ 64
  GET /api/status
  GET /api/token/
  GET /api/token/:id: id > 0
  GET /api/token/ids: keyword length ≤ 64
  GET /api/token/search: keyword length ≤ 64
  GET /api/user/
  GET /api/user/:id: id > 0
  GET /api/user/aff
  GET /api/user/available_models: group length ≤ 64
  GET /api/user/dashboard
  GET /api/user/factor
  GET /api/user/ids: keyword length ≤ 200
  GET /api/user/logout
  GET /api/user/models: group length ≤ 64
  GET /api/user/overview
  GET /api/user/passkey
  GET /api/user/search: keyword length ≤ 200
  GET /api/user/self
  GET /api/user/self/groups
  GET /api/user/self/mails
  GET /api/user/session
  GET /api/user/token
  GET /api/verification: email length ≤ 254, turnstile length ≤ 4096
  POST /api/alert/rule/: name length ≤ 60, threshold ≥ 0, window_minutes ≥ 0, scope_id ≥ 0, target_ids items ≤ 50, target_ids[] > 0
  POST /api/alert/target/: name length ≤ 60, url length ≤ 2000, recipient length ≤ 500, secret length ≤ 500
  POST /api/alert/target/:id/test: id > 0
  POST /api/budget/: scope_id ≥ 0, scope_id length ≤ 255, model length ≤ 255, limit ≥ 1
  POST /api/channel/: name length ≤ 100, models length ≤ 200000, group length ≤ 2000, tag length ≤ 500, base_url length ≤ 500, other length ≤ 500, model_mapping length ≤ 20000, config length ≤ 20000, system_prompt length ≤ 20000, header_override length ≤ 20000, param_override length ≤ 20000, setting length ≤ 20000, cost length ≤ 20000, priority ≥ -1000000000, priority ≤ 1000000000, weight ≥ 0, weight ≤ 1000000000, status_code_mapping length ≤ 20000, openai_organization length ≤ 20000, key length ≤ 200000
  POST /api/channel/:id/keys: id > 0, key length ≤ 200000
  POST /api/channel/batch: ids items ≥ 1, ids items ≤ 1000, ids[] > 0
  POST /api/channel/bulk/preview: ids items ≥ 1, ids items ≤ 1000, ids[] > 0, edit.priority ≥ -1000000000, edit.priority ≤ 1000000000, edit.weight ≥ 0, edit.weight ≤ 1000000000, edit.add_groups length ≤ 200000, edit.remove_groups length ≤ 200000, edit.add_models length ≤ 200000, edit.remove_models length ≤ 200000, edit.add_tags length ≤ 200000, edit.remove_tags length ≤ 200000
  POST /api/channel/bulk: changes items ≥ 1, changes items ≤ 1000, changes[].id > 0, changes[].after.status ≥ 1, changes[].after.status ≤ 3, changes[].after.priority ≥ -1000000000, changes[].after.priority ≤ 1000000000, changes[].after.weight ≥ 0, changes[].after.weight ≤ 1000000000, changes[].after.group length ≤ 2000, changes[].after.models length ≤ 200000, changes[].after.tag length ≤ 500
  POST /api/channel/copy/:id: id > 0, suffix length ≤ 50
  POST /api/channel/fetch_models: id > 0, key length ≤ 200000, base_url length ≤ 500, other length ≤ 500, config length ≤ 20000, models length ≤ 200000, model_mapping length ≤ 20000, system_prompt length ≤ 20000, header_override length ≤ 20000, param_override length ≤ 20000, setting length ≤ 20000
  POST /api/channel/multi_key/manage: channel_id > 0, page ≥ 1, page_size ≥ 1, page_size ≤ 100, key_index ≥ 0
  POST /api/channel/test/:id/: id > 0, model length ≤ 200, key length ≤ 20000, key_id ≥ 0
  POST /api/channel/test_draft: id > 0, key length ≤ 200000, base_url length ≤ 500, other length ≤ 500, config length ≤ 20000, models length ≤ 200000, model_mapping length ≤ 20000, system_prompt length ≤ 20000, header_override length ≤ 20000, param_override length ≤ 20000, setting length ≤ 20000, model length ≤ 200
  POST /api/ledger/reprice/preview: models items ≥ 1, models items ≤ 50, models[] length ≤ 255
  POST /api/ledger/reprice: models items ≥ 1, models items ≤ 50, models[] length ≤ 255, revision length ≤ 100
  POST /api/log/entry/:id/bodies: id > 0
  POST /api/prices/fetch
  POST /api/prices/import: text length ≤ 4000000, revision length ≤ 100
  POST /api/prices/preview: text length ≤ 4000000
  POST /api/redemption/: name length ≤ 64, quota ≥ 1, count ≥ 1, count ≤ 100
  POST /api/redemption/batch: ids items ≥ 1, ids items ≤ 1000, ids[] > 0
  POST /api/token/: name length ≤ 64, expired_time ≥ -1, models length ≤ 20000, subnet length ≤ 2000, group length ≤ 64, model_limits length ≤ 20000, allow_ips length ≤ 2000
  POST /api/token/:id/key: id > 0
  POST /api/token/batch: ids items ≥ 1, ids items ≤ 1000, ids[] > 0
  POST /api/topup: user_id > 0, quota ≥ 0, remark length ≤ 200
  POST /api/user/: username length ≤ 64, password length ≤ 1024, display_name length ≤ 64, group length ≤ 64
  POST /api/user/factor/recovery
  POST /api/user/factor/totp
  POST /api/user/factor/verify: code length ≤ 64, passkey.id length ≥ 1, passkey.id length ≤ 1364, passkey.rawId length ≥ 1, passkey.rawId length ≤ 1364, passkey.response.clientDataJSON length ≥ 1, passkey.response.clientDataJSON length ≤ 8192, passkey.response.authenticatorData length ≥ 1, passkey.response.authenticatorData length ≤ 8192, passkey.response.signature length ≥ 1, passkey.response.signature length ≤ 8192, passkey.response.userHandle length ≥ 1, passkey.response.userHandle length ≤ 128, password length ≥ 1, password length ≤ 1024
  POST /api/user/login/passkey/challenge
  POST /api/user/login/passkey: credential.id length ≥ 1, credential.id length ≤ 1364, credential.rawId length ≥ 1, credential.rawId length ≤ 1364, credential.response.clientDataJSON length ≥ 1, credential.response.clientDataJSON length ≤ 8192, credential.response.authenticatorData length ≥ 1, credential.response.authenticatorData length ≤ 8192, credential.response.signature length ≥ 1, credential.response.signature length ≤ 8192, credential.response.userHandle length ≥ 1, credential.response.userHandle length ≤ 128
  POST /api/user/login: username length ≥ 1, username length ≤ 320, password length ≥ 1, password length ≤ 1024
  POST /api/user/manage: username length ≤ 64, id > 0, value ≥ 0, reason length ≤ 200, once_id length ≤ 64
  POST /api/user/passkey/challenge
  POST /api/user/passkey/offer
  POST /api/user/passkey: name length ≤ 50, credential.id length ≥ 1, credential.id length ≤ 1364, credential.rawId length ≥ 1, credential.rawId length ≤ 1364, credential.response.clientDataJSON length ≥ 1, credential.response.clientDataJSON length ≤ 8192, credential.response.attestationObject length ≥ 1, credential.response.attestationObject length ≤ 65536, credential.response.transports items ≤ 10, credential.response.transports[] length ≤ 32
  POST /api/user/register: turnstile length ≤ 4096, username length ≤ 64, password length ≤ 1024, email length ≤ 254, verification_code length ≤ 64, aff_code length ≤ 64
  POST /api/user/reset: email length ≤ 254, token length ≤ 4096
  POST /api/user/topup: key length ≤ 128
  PUT /api/alert/rule/: id > 0, name length ≤ 60, threshold ≥ 0, window_minutes ≥ 0, scope_id ≥ 0, target_ids items ≤ 50, target_ids[] > 0
  PUT /api/alert/target/: id > 0, name length ≤ 60, url length ≤ 2000, recipient length ≤ 500, secret length ≤ 500
  PUT /api/budget/: id > 0, scope_id ≥ 0, scope_id length ≤ 255, model length ≤ 255, limit ≥ 1, revision length ≤ 64
  PUT /api/channel/: name length ≤ 100, models length ≤ 200000, group length ≤ 2000, tag length ≤ 500, base_url length ≤ 500, other length ≤ 500, model_mapping length ≤ 20000, config length ≤ 20000, system_prompt length ≤ 20000, header_override length ≤ 20000, param_override length ≤ 20000, setting length ≤ 20000, cost length ≤ 20000, priority ≥ -1000000000, priority ≤ 1000000000, weight ≥ 0, weight ≤ 1000000000, status_code_mapping length ≤ 20000, openai_organization length ≤ 20000, key length ≤ 200000, id > 0
  PUT /api/channel/:id/keys/:key_id: id > 0, key_id ≥ 0
  PUT /api/channel/:id/keys: id > 0
  PUT /api/log/filter: name length ≤ 40, query length ≤ 2000
  PUT /api/option/: key length ≤ 100, value length ≤ 500000
  PUT /api/prices/model: model length ≤ 200, sheet.aliases items ≤ 20, sheet.aliases[] length ≥ 1, sheet.aliases[] length ≤ 200, sheet.vendor length ≥ 1, sheet.vendor length ≤ 50, sheet.context ≥ 1, sheet.maxOutput ≥ 1, revision length ≤ 100
  PUT /api/redemption/: id > 0, name length ≤ 64, quota ≥ 1
  PUT /api/token/: id > 0, name length ≤ 64, expired_time ≥ -1, models length ≤ 20000, subnet length ≤ 2000, group length ≤ 64, model_limits length ≤ 20000, allow_ips length ≤ 2000, limit_read length ≤ 64
  PUT /api/user/: username length ≤ 64, password length ≤ 1024, display_name length ≤ 64, group length ≤ 64, email length ≤ 254, github_id length ≤ 254, wechat_id length ≤ 254, lark_id length ≤ 254, oidc_id length ≤ 254, access_token length ≤ 254, aff_code length ≤ 254, id > 0
  PUT /api/user/factor/totp: code length ≤ 64
  PUT /api/user/passkey/:id: id length ≤ 64, name length ≤ 50
  PUT /api/user/self/mails
  PUT /api/user/self: username length ≤ 64, password length ≤ 1024, display_name length ≤ 64
`
