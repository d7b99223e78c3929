import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { ChannelObject } from '@weir/contract/channel'
import type { BULK_OBSTACLES, BulkEdit, ChangedFields } from '@weir/contract/channels/channel-bulk'
import { channelFields } from '@weir/contract/channels/channel-fields'
import { splitList } from '@weir/contract/values/quantity'

export type Obstacle = (typeof BULK_OBSTACLES)[number]

/** What a change would do to one channel. */
export type PlannedEdit =
  | { readonly kind: 'changed'; readonly before: ChangedFields; readonly after: ChangedFields }
  | { readonly kind: 'same' }
  | { readonly kind: 'blocked'; readonly reason: Obstacle }

const editedList = (list: string, removed: string, added: string): string => {
  const gone = splitList(removed)
  return [...new Set([...splitList(list).filter((name) => !gone.includes(name)), ...splitList(added)])].join(',')
}

/** A type that serves whatever it is asked for needs no list of models. */
export const needsModels = (type: number): boolean => channelTypeById(type)?.isModelFree !== true

const obstacleOf = (type: number, { group, models, tag }: ChangedFields): Obstacle | undefined => {
  if (models === '' && needsModels(type)) return 'no-models'
  if (group === '') return 'no-groups'
  const isStorable =
    channelFields.models.safeParse(models ?? '').success &&
    channelFields.group.safeParse(group ?? '').success &&
    channelFields.tag.safeParse(tag ?? '').success
  return isStorable ? undefined : 'too-long'
}

export const planBulkEdit = (channel: ChannelObject, edit: BulkEdit): PlannedEdit => {
  const wanted = {
    status: edit.status ?? channel.status,
    priority: edit.priority ?? channel.priority,
    weight: edit.weight ?? channel.weight,
    group: editedList(channel.group, edit.remove_groups, edit.add_groups),
    models: editedList(channel.models, edit.remove_models, edit.add_models),
    tag: editedList(channel.tag, edit.remove_tags, edit.add_tags),
  }
  // Only what was asked for: a list that was stored with blanks or repeats is not tidied along the way.
  const asked = {
    status: edit.status !== undefined,
    priority: edit.priority !== undefined,
    weight: edit.weight !== undefined,
    group: edit.remove_groups + edit.add_groups !== '',
    models: edit.remove_models + edit.add_models !== '',
    tag: edit.remove_tags + edit.add_tags !== '',
  }
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => asked[name] && wanted[name] !== channel[name])
  if (names.length === 0) return { kind: 'same' }
  const pick = (from: Readonly<Record<string, unknown>>): ChangedFields => Object.fromEntries(names.map((name) => [name, from[name]]))
  const after = pick(wanted)
  const reason = obstacleOf(channel.type, after)
  return reason === undefined ? { kind: 'changed', before: pick(channel), after } : { kind: 'blocked', reason }
}
