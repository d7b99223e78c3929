import { existsSync } from 'node:fs'
import { runCommand } from '../gates/run-command.ts'
import { findProgram } from './find-program.ts'
import { isRoot } from './process.ts'

/** Only root on a Debian-like system may install what is missing. */
export const canInstall = (): boolean => isRoot() && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined

const waitForLock = ['-o', 'DPkg::Lock::Timeout=120']

// Without RUNLEVEL=1 the packages would start servers of their own beside ours.
const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }

/** Installs Debian packages; the reason when it could not. */
export const installPackages = async (packages: readonly string[]): Promise<string | undefined> => {
  console.log(`Installing ${packages.join(', ')}`)
  const update = await runCommand({ name: 'apt-get update', argv: ['apt-get', ...waitForLock, 'update'], env }, '/')
  const argv = ['apt-get', ...waitForLock, 'install', '-y', '--no-install-recommends', ...packages] as const
  const install = await runCommand({ name: 'apt-get install', argv, env }, '/')
  if (install.isPassed) return undefined
  const reason = (update.isPassed ? install : update).output.trim().split('\n').at(-1) ?? ''
  return `apt-get could not install ${packages.join(', ')}: ${reason}`
}
