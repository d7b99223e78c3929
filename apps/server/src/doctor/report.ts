import { printable } from '../process/printable.ts'
import type { Finding, Status } from './finding.ts'

const countOf = (findings: readonly Finding[], status: Status): number => findings.filter((finding) => finding.status === status).length

const counted = (findings: readonly Finding[], status: Exclude<Status, 'ok'>): string => {
  const count = countOf(findings, status)
  return `${count} ${status}${count === 1 ? '' : 's'}`
}

const STATUS_WIDTH = 'warning'.length

export const renderText = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const lines = findings.flatMap(({ subject, status, seen, remedy }) => [
    `${status.padEnd(STATUS_WIDTH)}  ${subject.padEnd(width)}  ${printable(seen)}`,
    ...(remedy === '' ? [] : [`${' '.repeat(STATUS_WIDTH + width + 4)}remedy: ${printable(remedy)}`]),
  ])
  const sum = `${countOf(findings, 'ok')} ok, ${counted(findings, 'warning')}, ${counted(findings, 'fault')}`
  return [...lines, '', sum].join('\n')
}

/** For programs: the worst status first, then every finding. */
export const renderJson = (findings: readonly Finding[]): string => {
  const status = (['fault', 'warning'] as const).find((worst) => countOf(findings, worst) > 0) ?? 'ok'
  return JSON.stringify({ status, findings }, undefined, 2)
}

export const hasFault = (findings: readonly Finding[]): boolean => countOf(findings, 'fault') > 0
