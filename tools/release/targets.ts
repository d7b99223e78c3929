/** By the name of the file that is offered for download: `weir-linux-x64`. musl is the C library of Alpine. */
export const targets = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl', 'darwin-x64', 'darwin-arm64'] as const

export type Target = (typeof targets)[number]

export const isTarget = (name: string): name is Target => targets.some((target) => target === name)

/** What this machine runs. A Debian and an Alpine machine differ in the loader that the running Bun was linked with. */
export const ownTarget = (): Target | undefined => {
  const name = `${process.platform}-${process.arch}`
  const isMusl = process.platform === 'linux' && new Bun.Glob('ld-musl-*').scanSync({ cwd: '/lib', onlyFiles: false }).next().done !== true
  const own = isMusl ? `${name}-musl` : name
  return isTarget(own) ? own : undefined
}
