import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { ChatCapability, Provider } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { canSearch } from '@weir/dialects/openai-responses/upstream/models'
import { responsesUpstream } from '@weir/dialects/openai-responses/upstream/native-wire'
import { droppedByResponse, renderResponseCall } from '@weir/dialects/openai-responses/upstream/render-call'
import { refuseHostedToolsBesideSearch } from './input/hosted-tools.ts'
import { refuseSeveralAnswers } from './input/one-answer.ts'
import { talkRequest, type OpenaiWireOptions } from './openai-wire.ts'

interface ResponsesChatOptions {
  /** Without it, what upstream has encrypted before is left out. */
  readonly keepsThoughts?: boolean
}

/** Chat with models that upstream serves on its Responses endpoint alone. */
export const responsesChat = (
  options: OpenaiWireOptions,
  classify: Provider['classify'],
  { keepsThoughts = true }: ResponsesChatOptions = {},
): ChatCapability => ({
  encode: (call, target, context) => {
    refuseSeveralAnswers(call)
    refuseHostedToolsBesideSearch(call, canSearch(mappedModel(call.model, target.modelMapping)))
    const body = (model: string): string =>
      JSON.stringify(renderResponseCall(call, { model, systemPrompt: target.systemPrompt, keepsThoughts }))
    return talkRequest(options, 'responses', { call, target, context, body })
  },
  wire: responsesUpstream((body) => classify(STATUS_OF_ANSWERS, body)),
  dropped: (call, target) => droppedByResponse(call, mappedModel(call.model, target.modelMapping)),
})
