import type { ChannelObject } from '@weir/contract/channel'
import { renderSetting } from '@weir/contract/channels/channel-proxy'
import type { Selectable } from 'kysely'
import { nullToEmpty } from '../rows.ts'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import { lastTestOf } from './channel-tests.ts'

/** As the console and its clients see it, without any secret. */
export const toChannelObject = (row: Selectable<ChannelsTable>): ChannelObject => ({
  id: row.id,
  type: row.type,
  key: '',
  status: row.status,
  name: row.name,
  weight: row.weight,
  created_time: row.created_time,
  test_time: row.test_time,
  response_time: row.response_time,
  base_url: row.base_url,
  other: row.other,
  balance: row.balance,
  balance_updated_time: row.balance_updated_time,
  models: row.models,
  group: row.group_list,
  tag: nullToEmpty(row.tag),
  used_quota: row.used_quota,
  model_mapping: row.model_mapping,
  priority: row.priority,
  config: row.config,
  system_prompt: row.system_prompt,
  header_override: row.header_override ?? '',
  param_override: row.param_override ?? '',
  setting: renderSetting(row.proxy ?? ''),
  cost: row.cost ?? '',
  last_test: lastTestOf(row),
})
