import { existsSync } from 'node:fs'
import { runCommand, type Outcome } from '../gates/run-command.ts'
import { findProgram } from './find-program.ts'
import { isRoot } from './process.ts'

/** Only root on a Debian-like system may install what is missing. */
export const canInstall = (): boolean => isRoot() && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined

// Without RUNLEVEL=1 the packages would start servers of their own beside ours.
const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }

const aptGet = (...args: readonly string[]): Promise<Outcome> =>
  runCommand({ name: 'apt-get', argv: ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args], env }, '/')

export const updatePackageLists = (): Promise<Outcome> => aptGet('update')

/** Installs the first set of Debian packages that there is; the reason when none could be had. */
export const installPackages = async (sets: readonly (readonly string[])[]): Promise<string | undefined> => {
  let reason: string | undefined
  for (const packages of sets) {
    console.log(`Installing ${packages.join(', ')}`)
    const { isPassed, output } = await aptGet('install', '-y', '--no-install-recommends', ...packages)
    if (isPassed) return undefined
    reason = `apt-get could not install ${packages.join(', ')}: ${output.trim().split('\n').at(-1) ?? ''}`
  }
  return reason
}
