import { describe, expect, it } from 'bun:test'
import { claudeTraits } from './models.ts'

const row = (model: string): string => {
  const { maxOutput, hasSampling, thinking, whenOff, hasXhigh, canForceTool, hasJsonSchema, takesPrefill } = claudeTraits(model)
  const flags = { hasSampling, hasXhigh, canForceTool, hasJsonSchema, takesPrefill }
  const said = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
  return `${maxOutput} ${thinking}/${whenOff} ${said.join(' ')}`
}

/** Every row of what Claude models accept, by a name that callers, AWS or Google use. */
const TABLE: readonly (readonly [string, string])[] = [
  ['claude-sonnet-5-5', '128000 adaptive/between_tools hasXhigh hasJsonSchema'],
  ['us.anthropic.claude-opus-5-5', '128000 adaptive/low-effort hasXhigh hasJsonSchema'],
  ['claude-haiku-5-5', '128000 adaptive/disabled hasXhigh canForceTool hasJsonSchema'],
  ['claude-opus-5', '128000 adaptive/disabled hasXhigh canForceTool hasJsonSchema'],
  ['claude-fable-5-2', '128000 adaptive/low-effort hasXhigh hasJsonSchema'],
  ['claude-mythos-5', '128000 adaptive/low-effort hasXhigh canForceTool hasJsonSchema'],
  ['claude-opus-4-7', '128000 adaptive/disabled hasXhigh canForceTool hasJsonSchema'],
  ['claude-sonnet-5', '128000 adaptive/disabled hasXhigh canForceTool hasJsonSchema'],
  ['anthropic.claude-opus-4-6-v1', '128000 adaptive/disabled hasSampling canForceTool hasJsonSchema'],
  ['claude-sonnet-4-5@20250929', '64000 budget/disabled hasSampling canForceTool hasJsonSchema takesPrefill'],
  ['claude-opus-4-1', '32000 budget/disabled hasSampling canForceTool hasJsonSchema takesPrefill'],
  ['claude-opus-4-20250514', '32000 budget/disabled hasSampling canForceTool takesPrefill'],
  ['claude-3-7-sonnet-20250219', '64000 budget/disabled hasSampling canForceTool takesPrefill'],
  ['claude-3-5-haiku-20241022', '8192 none/disabled hasSampling canForceTool takesPrefill'],
  ['claude-3-haiku-20240307', '4096 none/disabled hasSampling canForceTool takesPrefill'],
  ['claude-saga-7', '128000 adaptive/low-effort hasXhigh hasJsonSchema'],
]

describe('what a Claude model accepts', () => {
  for (const [model, traits] of TABLE) it(`is known of ${model}`, () => expect(row(model)).toBe(traits))
})
