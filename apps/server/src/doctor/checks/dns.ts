import { isIP } from 'node:net'
import type { Resolve } from '../../net/outbound-policy.ts'
import { fault, ok, reasonOf, type Finding } from '../finding.ts'
import { within } from '../within.ts'

const SUBJECT = 'DNS'

export interface NameReading {
  readonly name: string
  /** Undefined: it was found. */
  readonly problem: string | undefined
}

/** Addresses need no server of names, and each name is asked for once. */
export const namesAmong = (hosts: readonly string[]): readonly string[] => [
  ...new Set(hosts.filter((host) => host !== '' && !host.startsWith('[') && isIP(host) === 0)),
]

const readName = async (name: string, resolve: Resolve): Promise<NameReading> => {
  try {
    await within(resolve(name))
    return { name, problem: undefined }
  } catch (error) {
    return { name, problem: reasonOf(error) }
  }
}

export const readNames = (names: readonly string[], resolve: Resolve): Promise<readonly NameReading[]> =>
  Promise.all(names.map((name) => readName(name, resolve)))

export const checkNames = (readings: readonly NameReading[]): readonly Finding[] => {
  if (readings.length === 0) return [ok(SUBJECT, 'no names are in use')]
  const lost = readings.filter(({ problem }) => problem !== undefined)
  if (lost.length === 0) return [ok(SUBJECT, `${readings.length} names found: ${readings.map(({ name }) => name).join(', ')}`)]
  return lost.map(({ name, problem }) =>
    fault(SUBJECT, `${name} is not found (${problem})`, 'correct the name where it is set, or the name servers in /etc/resolv.conf'),
  )
}
