import { workspaceOf } from './nearest-tests.ts'

export interface TestRunOptions {
  readonly path: string
  readonly near: number
  readonly more: number
}

/** More would be cut off by the time limit of a run when the machine is busy, and count as noticed. */
const filesPerRun = 40

/** In groups that one run takes at a time. */
export const inRuns = (tests: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(tests.length / filesPerRun) }, (_, at) => tests.slice(at * filesPerRun, (at + 1) * filesPerRun))

/**
 * Tests in the order in which they are asked: the nearest, then all others of the file's own workspace, then some of other workspaces.
 * A route is reached by most suites of the server at the same distance, so that no few of them could speak for all.
 */
export const testRuns = (tests: readonly string[], { path, near, more }: TestRunOptions): readonly (readonly string[])[] => {
  const later = tests.slice(near)
  const isOwn = (test: string): boolean => workspaceOf(test) === workspaceOf(path)
  const others = later.filter((test) => !isOwn(test)).slice(0, more)
  return [tests.slice(0, near), ...inRuns(later.filter(isOwn)), ...inRuns(others)]
}
