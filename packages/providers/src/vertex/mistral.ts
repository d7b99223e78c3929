import { createHash } from 'node:crypto'
import type { ChatCall } from '@weir/dialects/model/call'
import type { SameWire } from '@weir/dialects/model/provider'
import type { ChannelTarget, EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { FIELDS, toMistral } from '../kit/mistral/request.ts'
import { openaiChat } from '../kit/openai-wire.ts'

/** Mistral's models bear its names here and are asked in its own words. */
export const isMistral = (model: string): boolean => /^(?:mistral|ministral|codestral|pixtral|magistral)-/.test(model)

const adapt = toMistral((text) => createHash('sha256').update(text).digest('base64url'))

const WIRE = { defaultBaseUrl: '', filtersAllowedTools: true, adapt, keep: FIELDS, hasUnaskedUsage: true } as const

export const mistralWire: SameWire = { kind: 'same', openNormalizer: lenientNormalizer() }

interface Asked {
  readonly target: ChannelTarget
  readonly context: EncodeContext
  readonly url: string
  readonly credential: Readonly<Record<string, string>>
}

export const encodeMistral = (call: ChatCall, { target, context, url, credential }: Asked): UpstreamRequest =>
  openaiChat({ ...WIRE, path: () => url, headers: () => credential }).encode(call, target, context)

export const droppedByMistral = (call: ChatCall, target: ChannelTarget): readonly string[] => openaiChat(WIRE).dropped?.(call, target) ?? []
