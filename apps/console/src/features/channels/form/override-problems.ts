import { bodyProblem } from '@weir/contract/channels/body-override'
import { settingProxy } from '@weir/contract/channels/channel-proxy'
import { headersProblem } from '@weir/contract/channels/header-override'
import { parseJsonObject } from '../../../shared/browser/json.ts'
import { jsonProblem } from '../../../shared/form/json-problem.ts'
import type { Translate } from '../../../shared/i18n/translate.ts'

type Judge = (members: Readonly<Record<string, unknown>>) => string | undefined

const nameIn = (rule: string): string => rule.split('|')[1] ?? rule.replace('body-', '')

const problemIn = (text: string, judge: Judge, t: Translate): string | undefined => {
  if (text.trim() === '') return undefined
  const place = jsonProblem(text)
  if (place !== undefined) return t('channel.overrideNotJson', { ...place })
  const members = parseJsonObject(text)
  if (members === undefined) return t('channel.overrideShape')
  const rule = judge({ ...members })
  return rule === undefined ? undefined : t('channel.overrideRefused', { name: nameIn(rule) })
}

/** What is wrong with the headers of a channel, with its place or its name. */
export const headerOverrideProblem = (text: string, t: Translate): string | undefined => problemIn(text, headersProblem, t)

/** The same for the fields of a body. */
export const paramOverrideProblem = (text: string, t: Translate): string | undefined => problemIn(text, bodyProblem, t)

export const proxyProblem = (text: string, t: Translate): string | undefined =>
  settingProxy.safeParse(JSON.stringify({ proxy: text })).success ? undefined : t('channel.proxyInvalid')
