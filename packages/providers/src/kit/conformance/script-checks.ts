import { arrayAt, countAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { FollowUp, Provider } from '@weir/dialects/model/provider'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { unsaidFields } from '@weir/dialects/openai-tasks/unsaid-fields'
import { chatCallOf, contextOf, targetOf, taskCallOf, taskNamed } from './expectation.ts'
import type { ScriptFixture } from './fixture.ts'
import { differs, type Problems } from './reply-checks.ts'

/** Where a key may show: `url`, or `header:` and a name. Never in a body. */
export type SecretPlace = 'url' | `header:${string}`

const decoder = new TextDecoder()

export const bodyText = (body: UpstreamRequest['body']): string =>
  typeof body === 'string' ? body : body.map((piece) => decoder.decode(piece)).join('')

const shownRequest = (request: UpstreamRequest): JsonObject => {
  const text = bodyText(request.body)
  const body = parseJson(text) ?? text
  return { method: request.method, url: request.url, headers: request.headers, ...(body !== '' && { body }) }
}

/** Short parts of a key, such as a region, are no secrets. */
const secretsOf = (key: string): readonly string[] => key.split('|').filter((part) => part.length >= 12)

const secretProblems = (request: UpstreamRequest, key: string, places: readonly SecretPlace[]): Problems => {
  const found = (where: string, text: string): Problems =>
    secretsOf(key).some((secret) => text.includes(secret)) ? [`the key shows in ${where}`] : []
  const headers = Object.entries(request.headers).filter(([name]) => !places.includes(`header:${name}`))
  return [
    ...found('the body', bodyText(request.body)),
    ...(places.includes('url') ? [] : found('the url', request.url)),
    ...headers.flatMap(([name, value]) => found(`the header ${name}`, value)),
  ]
}

interface EncodedScript {
  readonly request: UpstreamRequest
  readonly dropped: readonly string[]
  readonly rawBody: string
}

/** What a provider sends for the call of a script. */
export const encodeScript = (provider: Provider, script: JsonObject): EncodedScript => {
  const [target, context] = [targetOf(script), contextOf(script)]
  const task = taskNamed(textAt(script, 'task'))
  if (task !== undefined) {
    const call = taskCallOf(task, script)
    const capability = provider.tasks?.[task]
    if (capability === undefined) throw new Error(`${provider.id} has no ${task}`)
    return { request: capability.encode(call, target, context), dropped: unsaidFields(capability, call, target), rawBody: call.rawBody }
  }
  const body = objectAt(script, 'call')
  const call = chatCallOf(body, body?.['stream'] === true)
  const request = provider.chat?.encode(call, target, context)
  if (request === undefined) throw new Error(`${provider.id} has no chat`)
  return { request, dropped: provider.chat?.dropped?.(call, target) ?? [], rawBody: call.rawBody }
}

const refusalProblems = (provider: Provider, script: JsonObject): Problems => {
  try {
    encodeScript(provider, script)
    return ['the call is encoded, expected a refusal']
  } catch (error) {
    return error instanceof UnsupportedInput ? differs('the refused field', error.param, script['refused']) : [String(error)]
  }
}

/** `passesBytes` asserts that the caller's own bytes are sent; otherwise `request.body` is compared as JSON. */
const requestProblems = (provider: Provider, script: JsonObject, places: readonly SecretPlace[]): Problems => {
  if (script['refused'] !== undefined) return refusalProblems(provider, script)
  const { request, dropped, rawBody } = encodeScript(provider, script)
  const wanted = objectAt(script, 'request') ?? {}
  const isBytes = script['passesBytes'] === true
  return [
    ...(isBytes ? differs('the body', bodyText(request.body), rawBody) : []),
    ...differs('the request', { ...shownRequest(request), ...(isBytes && { body: null }) }, { ...wanted, ...(isBytes && { body: null }) }),
    ...differs('what is dropped', dropped, arrayAt(script, 'dropped')),
    ...secretProblems(request, targetOf(script).key, places),
  ]
}

const stepReply = (step: unknown): { readonly status: number; readonly body: string } => ({
  status: countAt(step, 'status') ?? 200,
  body: textAt(step, 'reply') ?? JSON.stringify(isObject(step) ? step['reply'] : undefined),
})

const balanceProblems = (provider: Provider, script: JsonObject): Problems => {
  if (provider.balance === undefined) return [`${provider.id} has no balance`]
  const replies: { readonly status: number; readonly body: string }[] = []
  for (const step of arrayAt(script, 'steps')) {
    const next = provider.balance.next(replies, targetOf(script), contextOf(script))
    if ('ok' in next) return [`answered after ${replies.length} steps, expected ${arrayAt(script, 'steps').length}`]
    const problems = differs('the request', shownRequest(next), objectAt(step, 'request'))
    if (problems.length > 0) return problems
    replies.push(stepReply(step))
  }
  const result = provider.balance.next(replies, targetOf(script), contextOf(script))
  if (!('ok' in result)) return ['asks once more, expected a balance']
  return result.ok
    ? [...differs('the balance', result.value, script['balance']), ...differs('the fault', undefined, script['fault'])]
    : differs('the fault', result.failure.fault, script['fault'])
}

const accessProblems = (provider: Provider, script: JsonObject): Problems => {
  const asked = provider.access?.request(targetOf(script), contextOf(script))
  if (asked === undefined) return differs('the token', undefined, script['token'])
  if ('token' in asked) return differs('the token', asked, script['token'])
  const wanted = objectAt(script, 'request')
  const read = provider.access?.decode(stepReply(script), contextOf(script).now)
  return [
    ...differs('the request', shownRequest(asked), wanted),
    ...(read?.ok === true ? differs('the token', read.value, script['token']) : differs('the fault', read?.failure.fault, script['fault'])),
  ]
}

const followOf = (provider: Provider, script: JsonObject): FollowUp | undefined => {
  const task = taskNamed(textAt(script, 'task'))
  return task === undefined ? provider.chat?.follow : provider.tasks?.[task]?.follow
}

const followProblems = (provider: Provider, script: JsonObject): Problems => {
  const reply = { ...stepReply(script), step: countAt(script, 'step') ?? 0, isStream: script['isStream'] === true }
  const step = followOf(provider, script)?.(reply, targetOf(script), contextOf(script))
  const wanted = objectAt(script, 'next')
  if (step !== undefined && 'fault' in step) return differs('the fault', step.fault, script['fault'])
  return differs('the next step', step && { request: shownRequest(step.request), delayMs: step.delayMs }, wanted)
}

/** What is wrong with one scripted fixture; empty when nothing is. */
export const scriptProblems = (provider: Provider, fixture: ScriptFixture, places: readonly SecretPlace[]): Problems => {
  switch (fixture.kind) {
    case 'request':
      return requestProblems(provider, fixture.script, places)
    case 'balance':
      return balanceProblems(provider, fixture.script)
    case 'access':
      return accessProblems(provider, fixture.script)
    case 'follow':
      return followProblems(provider, fixture.script)
  }
}
