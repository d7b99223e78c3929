import type { Command } from 'commander'
import { FoundFaults, type Shown } from '../commands.ts'
import type { Session } from './session.ts'
import { renderJson } from './render.ts'

/** What follows the flag, empty for a switch and with dots where the flag may be repeated, and what it means. */
type Flag = readonly [value: '' | `${string}<${string}>` | `<${string}>...`, meaning: string]
export type Flags = Readonly<Record<string, Flag>>

type GivenFor<Value extends string> = Value extends '' ? true : Value extends `${string}...` ? readonly string[] : string
export type Given<F extends Flags> = { readonly [K in keyof F]: GivenFor<F[K][0]> | undefined }

interface Leaf<F extends Flags> {
  /** The verb and what follows it: `topup <user> <amount>`. */
  readonly usage: string
  readonly summary: string
  readonly flags?: F
  /** Below the options in the help. */
  readonly notes?: string
}

export type Work<F extends Flags> = (operands: readonly string[], given: Given<F>) => Promise<Shown>

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const REPEATED = '...'

/** One value behind each: what follows may be an operand. */
const addFlag = (command: Command, name: string, [value, meaning]: Flag): void => {
  if (value.endsWith(REPEATED))
    command.option(
      `--${dashed(name)} ${value.slice(0, -REPEATED.length)}`,
      `${meaning}; may be repeated`,
      (one: string, others: readonly string[] | undefined) => [...(others ?? []), one],
    )
  else command.option(`--${dashed(name)} ${value}`.trim(), meaning)
}

/** Faults that were found are a result for programs; people are told them as failures are told. */
const orFaults = async (work: Promise<Shown>, isJson: boolean): Promise<Shown> => {
  try {
    return await work
  } catch (error) {
    if (isJson && error instanceof FoundFaults) return { json: error.json, text: error.message, isFailure: true }
    throw error
  }
}

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
  for (const [name, flag] of Object.entries<Flag>(flags ?? {})) addFlag(command, name, flag)
  command.option('--json', 'print the result as JSON')
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  command.action(async (...received: readonly unknown[]) => {
    const operands = received
      .slice(0, -2)
      .flat()
      .filter((operand) => typeof operand === 'string')
    const { json: isJson = false, ...given } = command.opts<Given<F> & { readonly json?: true }>()
    // Sound because the flags above are all that the command takes.
    const shown = await orFaults(work(operands, given as unknown as Given<F>), isJson)
    if (shown.text !== undefined) terminal.say(isJson ? renderJson(shown.json) : shown.text)
    if (shown.isFailure === true) process.exitCode = 1
  })
}
