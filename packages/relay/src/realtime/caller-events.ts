import { objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { mappedModel } from '@weir/dialects/model/upstream'
import { transcriptionOf } from '@weir/dialects/openai-realtime/session'
import type { Channel } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

export interface SettingsRules {
  /** As the caller named it when the session was opened. */
  readonly model: string
  readonly channel: Pick<Channel, 'modelMapping' | 'systemPrompt'>
  /** Throws where speech may not be written down by this model. */
  readonly requireTranscriber: (model: string) => void
}

const refuse = (param: string, zh: string, en: string): RelayRefusal => new RelayRefusal('invalid-request', { problem: { zh, en }, param })

const requireSameModel = (settings: JsonObject, place: string, { model, channel }: SettingsRules): void => {
  const named = settings['model']
  if (named === undefined || named === model || named === mappedModel(model, channel.modelMapping)) return
  const shown = typeof named === 'string' ? named : JSON.stringify(named)
  throw refuse(
    `${place}.model`,
    `会话已用模型 ${model} 打开，不能改为 ${shown}，请另开会话`,
    `This session was opened with the model ${model} and cannot change to ${shown}; open another session`,
  )
}

const OLDER_PLACE = 'input_audio_transcription'

/** Every key of an object once, with its value replaced. */
const withMember = (object: JsonObject, key: string, value: unknown): JsonObject => ({ ...object, [key]: value })

const withTranscriber = (session: JsonObject, model: string): JsonObject => {
  const audio = objectAt(session, 'audio')
  const input = objectAt(audio, 'input')
  const transcription = objectAt(input, 'transcription')
  if (audio !== undefined && input !== undefined && transcription !== undefined) {
    return withMember(session, 'audio', withMember(audio, 'input', withMember(input, 'transcription', { ...transcription, model })))
  }
  return withMember(session, OLDER_PLACE, { ...objectAt(session, OLDER_PLACE), model })
}

/** Which of the two counts would be upstream's choice, and only one of them is checked and priced. */
const requireOnePlace = (session: JsonObject): void => {
  if (objectAt(objectAt(objectAt(session, 'audio'), 'input'), 'transcription') === undefined || session[OLDER_PLACE] === undefined) return
  throw refuse(
    `session.${OLDER_PLACE}`,
    `转写只能写在 audio.input.transcription 或 ${OLDER_PLACE} 之一`,
    `Say how speech is written down in audio.input.transcription or in ${OLDER_PLACE}, not in both`,
  )
}

const withMappedTranscriber = (session: JsonObject, { channel, requireTranscriber }: SettingsRules): JsonObject => {
  requireOnePlace(session)
  const transcription = transcriptionOf(session)
  if (transcription === undefined) return session
  const model = textAt(transcription, 'model')
  if (model === undefined) {
    throw refuse(
      'session.audio.input.transcription.model',
      '请写明转写语音所用的模型，例如 gpt-4o-transcribe',
      'Name the model that writes speech down, such as gpt-4o-transcribe',
    )
  }
  requireTranscriber(model)
  const mapped = mappedModel(model, channel.modelMapping)
  return mapped === model ? session : withTranscriber(session, mapped)
}

const withChannelPrompt = (settings: JsonObject, { systemPrompt }: SettingsRules['channel']): JsonObject =>
  systemPrompt === '' ? settings : { ...settings, instructions: systemPrompt }

/** The address has named it, and upstreams refuse to be told again. */
const withoutModel = (settings: JsonObject): JsonObject => Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'model'))

/** The settings of a session as they go on: for the model that is priced, under upstream's names and with the channel's own prompt. */
export const sessionSettings = (session: JsonObject, rules: SettingsRules): JsonObject => {
  requireSameModel(session, 'session', rules)
  return withChannelPrompt(withMappedTranscriber(withoutModel(session), rules), rules.channel)
}

/** The same for one answer. */
export const answerSettings = (response: JsonObject, rules: SettingsRules): JsonObject => {
  requireSameModel(response, 'response', rules)
  return withChannelPrompt(withoutModel(response), rules.channel)
}
