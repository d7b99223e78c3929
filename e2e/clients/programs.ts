import { clients } from '../../apps/console/src/shared/site/clients/clients.ts'
import type { ClientInput, ClientStep } from '../../apps/console/src/shared/site/clients/client.ts'
import { azure, sealingGemini, wires, type Wire } from '../sdk/openai-wires.ts'

/** A coding program, started with the very lines that the console offers. */
export interface Program {
  readonly name: string
  readonly package: string
  readonly version: string
  readonly steps: (input: ClientInput) => readonly ClientStep[]
  /** What makes it do one task and end. The task stands in the variable TASK. */
  readonly once: string
  /** None of them speaks the program's own wire. */
  readonly upstreams: readonly Wire[]
}

const stepsOf = (id: string): Program['steps'] => {
  const client = clients.find((entry) => entry.id === id)
  if (client === undefined) throw new Error(`the console knows no client ${id}`)
  return client.steps
}

/** The same settings over Anthropic's Messages. */
const overMessages =
  (steps: Program['steps']): Program['steps'] =>
  (input) =>
    steps(input).map((step) => ({ ...step, code: step.code.replace('@ai-sdk/openai-compatible', '@ai-sdk/anthropic') }))

const wireNamed = (name: string): Wire => {
  const wire = wires.find((entry) => entry.name === name)
  if (wire === undefined) throw new Error(`no wire is called ${name}`)
  return wire
}

export const anthropic = wireNamed('Anthropic')
export const gemini = wireNamed('Gemini')

const codex = { package: '@openai/codex', version: '0.166.0' }
const geminiCli = { package: '@google/gemini-cli', version: '0.61.0' }
const opencode = { package: 'opencode-ai', version: '1.18.33', once: 'run "$TASK"' }

export const programs: readonly Program[] = [
  {
    ...codex,
    name: 'Codex',
    steps: stepsOf('codex'),
    // Its own sandbox needs rights that a container seldom has; the task is scripted.
    once: 'exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox "$TASK"',
    upstreams: [anthropic, gemini],
  },
  {
    ...geminiCli,
    name: 'Gemini CLI',
    steps: stepsOf('gemini-cli'),
    once: '--skip-trust --yolo --prompt "$TASK"',
    upstreams: [anthropic, azure],
  },
  { ...opencode, name: 'opencode, chat', steps: stepsOf('opencode'), upstreams: [anthropic, gemini] },
  { ...opencode, name: 'opencode, messages', steps: overMessages(stepsOf('opencode')), upstreams: [azure, sealingGemini] },
]
