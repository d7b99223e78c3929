import { ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'version'

interface Versions {
  readonly own: string
  readonly bun: string
  /** Undefined: no server runs. */
  readonly running: string | undefined
}

export const checkVersion = ({ own, bun, running = own }: Versions): Finding => {
  const program = `Weir ${own} on Bun ${bun}`
  return running === own
    ? ok(SUBJECT, program)
    : warning(SUBJECT, `${program}, but the server that runs is ${running}`, 'restart the server')
}
