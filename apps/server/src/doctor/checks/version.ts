import { ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'version'

interface Versions {
  readonly own: string
  readonly bun: string
  /** Where the server of this installation should answer. */
  readonly address: string
  /** Undefined: nothing answers there. */
  readonly running: string | undefined
}

export const checkVersion = ({ own, bun, address, running }: Versions): Finding => {
  const program = `Weir ${own} on Bun ${bun}`
  if (running === undefined) return ok(SUBJECT, `${program}; no server runs at ${address}`)
  if (running !== own) return warning(SUBJECT, `${program}, but the server at ${address} is ${running}`, 'restart the server')
  return ok(SUBJECT, `${program}, and so is the server at ${address}`)
}
