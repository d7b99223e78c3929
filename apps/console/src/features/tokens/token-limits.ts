import type { TokenObject } from '@weir/contract/token'
import { splitList } from '@weir/contract/values/quantity'
import type { Translate } from '../../shared/i18n/translate.ts'

/** What a token is limited to besides its quota and its time; empty where nothing is. */
export const limitsText = ({ models, subnet, group }: Pick<TokenObject, 'models' | 'subnet' | 'group'>, t: Translate): string => {
  const named = splitList(models)
  const [only] = named
  return [
    named.length === 1 ? only : named.length > 1 && t('token.limits.models', { count: named.length }),
    subnet !== '' && t('token.limits.subnets', { count: splitList(subnet).length }),
    group !== '' && t('token.limits.group', { group }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A token is read as used at the moment it is made. */
export const isUsed = ({ accessed_time, created_time }: Pick<TokenObject, 'accessed_time' | 'created_time'>): boolean =>
  accessed_time > created_time
