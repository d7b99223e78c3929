import type { Language } from '@weir/contract/errors'
import type { TokenObject } from '@weir/contract/token'
import { readLimitRead } from '@weir/contract/values/limit-read'
import { splitList } from '@weir/contract/values/quantity'
import type { TokenChange, TokenFields } from '@weir/store/repositories/insert-token'
import { isSubnet } from '../../net/ip-address.ts'
import { invalidInput } from '../invalid-input.ts'

interface WireFields {
  readonly name: string
  readonly expired_time: number
  readonly remain_quota: number
  readonly unlimited_quota: boolean
  readonly models: string
  readonly subnet: string
  readonly model_limits_enabled?: boolean | undefined
  readonly model_limits?: string | undefined
  readonly allow_ips?: string | undefined
  readonly group?: string | undefined
}

/** What a change may hold beside them of the record that was read. */
interface SentBack extends WireFields {
  readonly limit_read?: string | undefined
  readonly remain_quota_read?: number | undefined
  readonly used_quota?: number | undefined
}

interface Reading {
  readonly language: Language
  /** The caller reads and writes the limits under new-api's names, so that those are its wish. */
  readonly isNewApi: boolean
  /** Those that the owner may choose: the own one, and what is offered to all. */
  readonly ownGroup: string
  readonly offered: ReadonlySet<string>
  /** The token as it is, when one is edited. */
  readonly before?: TokenObject
}

const isSameList = (one: string, other: string): boolean => splitList(one).toSorted().join() === splitList(other).toSorted().join()

/** A list that is there without the switch is meant as a limit: a token never gets fewer limits than were asked for. */
const modelsFrom = (
  { models, model_limits: list = '', model_limits_enabled: isOn }: WireFields,
  { language, isNewApi }: Reading,
): string => {
  if (isOn === undefined && list === '') return models
  if (isOn === false) return isNewApi ? '' : models
  if (list === '') throw invalidInput('model_limits', 'no-models', language)
  if (!isNewApi && models !== '' && !isSameList(models, list)) throw invalidInput('model_limits', 'two-limits', language)
  return list
}

const subnetFrom = ({ subnet, allow_ips: addresses }: WireFields, { language, isNewApi }: Reading): string => {
  const chosen = addresses === undefined || (addresses === '' && !isNewApi) ? subnet : addresses
  if (!splitList(chosen).every(isSubnet)) throw invalidInput(chosen === subnet ? 'subnet' : 'allow_ips', 'subnet', language)
  if (!isNewApi && subnet !== '' && !isSameList(chosen, subnet)) throw invalidInput('allow_ips', 'two-subnets', language)
  return chosen
}

/** What is left of a token that spent more than it had comes back from every form that read it. */
const quotaFrom = ({ remain_quota: quota, unlimited_quota: isUnlimited }: WireFields, { language, before }: Reading): number => {
  if (quota >= 0 || quota === before?.remain_quota) return quota
  if (!isUnlimited) throw invalidInput('remain_quota', 'not-negative', language)
  return 0
}

/** What was chosen before gives nothing by being sent back. The own group is followed wherever its user goes, unless it is offered by name. */
const groupFrom = ({ group }: WireFields, { before, offered, ownGroup, language }: Reading): string => {
  if (group === undefined || group === before?.group) return before?.group ?? ''
  if (group === '' || offered.has(group)) return group
  if (group !== ownGroup) throw invalidInput('group', 'usable-group', language)
  return ''
}

/** The fields of a token from either of the forms in which the family writes them. */
export const tokenFieldsFrom = (body: WireFields, reading: Reading): TokenFields => {
  return {
    name: body.name,
    expiredTime: body.expired_time,
    remainQuota: quotaFrom(body, reading),
    isUnlimited: body.unlimited_quota,
    models: modelsFrom(body, reading),
    subnet: subnetFrom(body, reading),
    group: groupFrom(body, reading),
  }
}

/** Charges take from what is left and add to what was used, so the one of then follows from the other. */
const readQuota = ({ remain_quota_read: read, used_quota: used }: SentBack, before: TokenObject): number | undefined =>
  read ?? (used === undefined ? undefined : before.remain_quota + before.used_quota - used)

/** A form sends back what it read, while requests go on spending: a limit that was not changed is not written. */
export const tokenChangeFrom = (body: SentBack, reading: Reading & { readonly before: TokenObject }): TokenChange => {
  const read = readLimitRead(body.limit_read ?? '')
  if (read !== undefined) {
    const isSame = body.remain_quota === read.remainQuota && body.unlimited_quota === read.isUnlimited
    const sent = isSame ? { ...body, remain_quota: reading.before.remain_quota } : body
    const { remainQuota, isUnlimited, ...fields } = tokenFieldsFrom(sent, reading)
    return isSame ? fields : { ...fields, remainQuota, isUnlimited, limitRevision: read.revision }
  }
  const isKept = body.remain_quota === readQuota(body, reading.before)
  const { remainQuota, ...fields } = tokenFieldsFrom(isKept ? { ...body, remain_quota: reading.before.remain_quota } : body, reading)
  return isKept ? fields : { ...fields, remainQuota }
}

/** A token with its limits under new-api's names as well. */
export const asNewApiToken = (token: TokenObject): TokenObject => ({
  ...token,
  model_limits_enabled: token.models !== '',
  model_limits: token.models,
  allow_ips: token.subnet.replaceAll(',', '\n'),
})
