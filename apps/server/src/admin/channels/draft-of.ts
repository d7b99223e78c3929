import type { fetchModels } from '@weir/contract/channel'
import type { z } from 'zod'
import type { ChannelDraft } from '../../channels/draft-target.ts'

type Body = z.output<typeof fetchModels.input.body>

/** From the names of the wire to ours. */
export const draftOf = (body: Body): ChannelDraft => {
  const { id, type, key, other, config, models } = body
  return {
    id,
    type,
    key,
    other,
    config,
    models,
    baseUrl: body.base_url,
    modelMapping: body.model_mapping,
    systemPrompt: body.system_prompt,
    headerOverride: body.header_override,
    paramOverride: body.param_override,
    proxy: body.setting,
  }
}
