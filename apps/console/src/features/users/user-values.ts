import type { UserObject } from '@weir/contract/user'

export interface UserValues {
  readonly username: string
  readonly password: string
  readonly display_name: string
  readonly group: string
  readonly quota: number | null
  /** The balance that the form was opened with; a draft keeps it beside what was typed. */
  readonly quota_read: number
}

const DEFAULT_GROUP = 'default'

export const valuesOf = ({ username, display_name, group, quota }: UserObject): UserValues => ({
  username,
  password: '',
  display_name,
  group: group || DEFAULT_GROUP,
  quota,
  quota_read: quota,
})

/** An empty password means "keep" and is not sent at all. */
export const bodyOf = (id: number, { username, password, display_name, group, quota, quota_read }: UserValues) => ({
  id,
  username,
  display_name,
  group: group.trim() || DEFAULT_GROUP,
  quota: Math.trunc(quota ?? 0),
  quota_read,
  ...(password === '' ? {} : { password }),
})
