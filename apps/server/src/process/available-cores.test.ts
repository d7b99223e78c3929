import { expect, it } from 'bun:test'
import { availableParallelism } from 'node:os'
import { availableCores } from './available-cores.ts'

const machine = (processors: number, files: Readonly<Record<string, string>>) => ({ processors, read: (path: string) => files[path] })

it('are all processors where nothing is limited', () => {
  expect(availableCores(machine(8, {}))).toBe(8)
  expect(availableCores(machine(8, { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' }))).toBe(8)
  expect(
    availableCores(machine(8, { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' })),
  ).toBe(8)
})

it('are those of the quota of a container, rounded down and never none', () => {
  const limited = (quota: string) =>
    availableCores(machine(8, { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': `${quota} 100000\n` }))
  expect([limited('400000'), limited('250000'), limited('50000'), limited('1600000')]).toEqual([4, 2, 1, 8])
})

it('are those of the quota of an older container', () => {
  const files = { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '300000\n', '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' }
  expect(availableCores(machine(8, files))).toBe(3)
})

it('are those of the tightest group that a service of the system is in', () => {
  const files = {
    '/proc/self/cgroup': '0::/system.slice/weir.service\n',
    '/sys/fs/cgroup/system.slice/weir.service/cpu.max': '600000 100000\n',
    '/sys/fs/cgroup/system.slice/cpu.max': '200000 100000\n',
  }
  expect(availableCores(machine(8, files))).toBe(2)
})

it('can be told on this machine', () => {
  expect(availableCores()).toBeGreaterThanOrEqual(1)
  expect(availableCores()).toBeLessThanOrEqual(availableParallelism())
})
