import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { withLock } from './build-lock.mjs'

const sources = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/scripts',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/package.json',
  'package.json',
  'packages/contract/src',
]

const filesBelow = (root, path) => {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(root, `${path}/${name}`))
}

/** Changes with the content or the name of any file the console is built from. */
const hashSources = (root) => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesBelow(root, source)).toSorted()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

const stampOf = (folder) => {
  const path = join(folder, 'source-hash')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const findVite = (folder) => {
  try {
    return join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  } catch (cause) {
    throw new Error('the console must be built and the package vite is not installed; run npm ci first', { cause })
  }
}

const runVite = (folder, output) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findVite(folder), 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', output], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    process.on('exit', () => child.kill())
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(chunks))
      reject(new Error('the console could not be built; the reason stands above'))
    })
  })

const build = async (folder, wanted) => {
  const dist = join(folder, 'dist')
  const fresh = join(folder, '.cache', `build-${process.pid}`)
  const removeFresh = () => rmSync(fresh, { recursive: true, force: true })
  process.on('exit', removeFresh)
  mkdirSync(fresh, { recursive: true })
  await runVite(folder, fresh)
  writeFileSync(join(fresh, 'source-hash'), wanted)
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
}

/**
 * Builds the console unless its last build came from the same sources; what another process builds meanwhile is waited for.
 * The build goes to a folder of its own and takes the place of the old one when it is complete, so that an
 * interrupted start never serves half of it.
 */
export const ensureConsole = async (root) => {
  const folder = join(root, 'apps/console')
  const wanted = hashSources(root)
  const isBuilt = () => stampOf(join(folder, 'dist')) === wanted
  if (isBuilt()) return
  mkdirSync(join(folder, '.cache'), { recursive: true })
  await withLock(join(folder, '.cache/build.lock'), {
    onWait: () => console.error('Another process builds the console; waiting for it'),
    work: async () => {
      if (isBuilt()) return
      console.error('Building the console; this happens once')
      await build(folder, wanted)
    },
  })
}
