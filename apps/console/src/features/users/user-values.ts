import { Role, type UserObject } from '@weir/contract/user'

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

/** What the form of a new user holds; a quota left empty is what the operator gives new users. */
export interface NewUser {
  readonly username: string
  readonly display_name: string
  readonly password: string
  readonly group: string
  readonly quota: number | null
  readonly role: number
}

export const emptyUser: NewUser = {
  username: '',
  display_name: '',
  password: '',
  group: DEFAULT_GROUP,
  quota: null,
  role: Role.user,
}

/** Only what was chosen is sent: the server decides what every account begins with. */
export const newUserBody = ({ username, display_name, password, group, quota, role }: NewUser) => {
  const named = group.trim() || DEFAULT_GROUP
  const units = Math.trunc(quota ?? 0)
  return {
    username,
    display_name,
    password,
    ...(named !== DEFAULT_GROUP && { group: named }),
    ...(units > 0 && { quota: units }),
    ...(role !== Role.user && { role }),
  }
}

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

/** One below 0 is never set, and stays where it was: the rest of the account can be changed all the same. An empty field is another rule's. */
export const isBalanceToSave = (wanted: number | null, read: number): boolean => wanted === null || wanted >= 0 || wanted === read
