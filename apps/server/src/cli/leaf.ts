import type { Command } from 'commander'
import type { Session } from './session.ts'
import { renderJson } from './render.ts'

/** What follows the flag, empty for a switch, and what it means. */
type Flag = readonly [value: '' | `<${string}>`, meaning: string]
export type Flags = Readonly<Record<string, Flag>>

export type Given<F extends Flags> = { readonly [K in keyof F]: (F[K][0] extends '' ? true : string) | undefined }

interface Leaf<F extends Flags> {
  /** The verb and what follows it: `topup <user> <amount>`. */
  readonly usage: string
  readonly summary: string
  readonly flags?: F
  /** Below the options in the help. */
  readonly notes?: string
}

/** What a command found or did: for programs, and for people. */
export interface Shown {
  readonly json: unknown
  /** Undefined where the result is out already. */
  readonly text: string | undefined
  readonly isFailure?: boolean
}

export type Work<F extends Flags> = (operands: readonly string[], given: Given<F>) => Promise<Shown>

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface Place {
  readonly parent: Command
  readonly session: Pick<Session, 'terminal'>
}

/** A command that ends with a result, which `--json` prints as JSON. */
export const addLeaf = <const F extends Flags>(
  { parent, session: { terminal } }: Place,
  { usage, summary, flags, notes }: Leaf<F>,
  work: Work<F>,
): void => {
  const command = parent.command(usage).description(summary)
  for (const [name, [value, meaning]] of Object.entries<Flag>(flags ?? {})) command.option(`--${dashed(name)} ${value}`.trim(), meaning)
  command.option('--json', 'print the result as JSON')
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  command.action(async (...received: readonly unknown[]) => {
    const operands = received
      .slice(0, -2)
      .flat()
      .filter((operand) => typeof operand === 'string')
    const { json: isJson, ...given } = command.opts<Given<F> & { readonly json?: true }>()
    // Sound because the flags above are all that the command takes.
    const shown = await work(operands, given as unknown as Given<F>)
    if (shown.text !== undefined) terminal.say(isJson === true ? renderJson(shown.json) : shown.text)
    if (shown.isFailure === true) process.exitCode = 1
  })
}
