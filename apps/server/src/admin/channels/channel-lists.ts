import type { ChannelObject } from '@weir/contract/channel'
import { applyBulkEdit, previewBulkEdit, type ChangedFields } from '@weir/contract/channels/channel-bulk'
import { channelFacets, listChannelIds } from '@weir/contract/channels/channel-list'
import type { Language } from '@weir/contract/errors'
import type { Channels } from '@weir/store/repositories/channels'
import { needsModels, planBulkEdit } from '../../channels/plan-bulk-edit.ts'
import { invalidInput } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'

const requireFilled = (channel: ChannelObject | undefined, { models, group }: ChangedFields, language: Language): void => {
  if (group === '') throw invalidInput('group', 'required', language)
  if (models === '' && channel !== undefined && needsModels(channel.type)) throw invalidInput('models', 'required', language)
}

/** Many channels at once: which of them match, and what is changed in all of them. */
export const channelListRoutes = ({ channels }: { readonly channels: Channels }): readonly Route[] => [
  route(listChannelIds, async ({ query }) => [...(await channels.matching(query))]),
  route(channelFacets, async ({ query }) => {
    const { total, ...facets } = await channels.facets(query)
    const { type, status, group, model, tag } = facets
    return { total, type: [...type], status: [...status], group: [...group], model: [...model], tag: [...tag] }
  }),
  route(previewBulkEdit, async ({ body: { ids, edit } }) => {
    const plans = (await channels.among(ids)).map((channel) => ({ channel, plan: planBulkEdit(channel, edit) }))
    return {
      changes: plans.flatMap(({ channel: { id, name }, plan }) =>
        plan.kind === 'changed' ? [{ id, name, before: plan.before, after: plan.after }] : [],
      ),
      blocked: plans.flatMap(({ channel: { id, name }, plan }) => (plan.kind === 'blocked' ? [{ id, name, reason: plan.reason }] : [])),
      same: plans.filter(({ plan }) => plan.kind === 'same').length,
    }
  }),
  route(applyBulkEdit, async ({ body: { changes } }, { language, trace }) => {
    const known = new Map((await channels.among(changes.map(({ id }) => id))).map((channel) => [channel.id, channel]))
    for (const { id, after } of changes) requireFilled(known.get(id), after, language)
    const traced = trace((ids: readonly number[]) =>
      changes.filter(({ id }) => ids.includes(id)).map(({ id, before, after }) => ({ object: `channel ${id}`, before, after })),
    )
    const changed = await channels.changeMany(changes, traced)
    const stale = changes.filter(({ id }) => !changed.includes(id)).map(({ id }) => ({ id, name: known.get(id)?.name ?? '' }))
    return { changed: [...changed], stale }
  }),
]
