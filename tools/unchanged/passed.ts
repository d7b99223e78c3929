import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createKeys, type Keys } from './keys.ts'
import { readTree, type Tree } from './tree.ts'

/** What a command looks at, file by file. */
export interface Subject {
  readonly name: string
  readonly kind: keyof Keys
  readonly isMember: (path: string) => boolean
}

export interface Passed {
  /** All files of the subject, and those whose result may differ from when they last passed. */
  readonly look: (subject: Subject) => { readonly all: readonly string[]; readonly open: readonly string[] }
  /** Called when all commands have ended, with those that passed. */
  readonly keep: (subjects: readonly Subject[]) => void
}

type Kept = Readonly<Record<string, Readonly<Record<string, string>>>>

const readKept = (path: string): Kept => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Kept
  } catch {
    // Missing, or cut off when the machine went down: then everything is looked at.
    return {}
  }
}

const isSetting = (path: string): boolean => /^[^/]+\.(?:json|toml)$|^\.[^/]+$|(?:^|\/)(?:package|tsconfig[^/]*)\.json$|\.d\.ts$/.test(path)

const textAt = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const surroundingsOf = (root: string, tree: Tree): string => {
  const settings = [...tree].filter(([path]) => isSetting(path)).map(([path, bytes]) => `${path} ${bytes.toString('base64')}`)
  const hash = new Bun.CryptoHasher('sha256')
  for (const text of [Bun.version, process.platform, process.arch, ...settings]) hash.update(text).update('\0')
  return hash.update(textAt(join(root, 'node_modules/.package-lock.json'))).digest('base64')
}

type KeysOf = (subject: Subject) => Readonly<Record<string, string>>

const openKeys = (root: string, tree: Tree): KeysOf => {
  const keys = createKeys(tree, surroundingsOf(root, tree))
  const known = new Map<string, ReturnType<KeysOf>>()
  return ({ name, kind, isMember }) => {
    const found = known.get(name) ?? Object.fromEntries([...tree.keys()].filter(isMember).map((path) => [path, keys[kind](path)]))
    known.set(name, found)
    return found
  }
}

const isSame = (tree: Tree, other: Tree): boolean =>
  tree.size === other.size && [...tree].every(([path, bytes]) => other.get(path)?.equals(bytes) === true)

/** Remembers in `file` what passed and from which inputs; undefined where git does not know the tree. */
export const openPassed = (root: string, file: string): Passed | undefined => {
  const tree = readTree(root)
  if (tree === undefined) return undefined
  const kept = readKept(file)
  const keysOf = openKeys(root, tree)
  return {
    look: (subject) => {
      const current = keysOf(subject)
      const last = kept[subject.name] ?? {}
      const all = Object.keys(current)
      return { all, open: all.filter((path) => current[path] !== last[path]) }
    },
    keep: (subjects) => {
      const later = readTree(root)
      if (later === undefined || subjects.length === 0) return
      const laterKeysOf = isSame(tree, later) ? keysOf : openKeys(root, later)
      const added = subjects.map((subject) => {
        const before = keysOf(subject)
        const after = laterKeysOf(subject)
        // What was edited while the command ran may have been read in either form.
        return [subject.name, Object.fromEntries(Object.entries(before).filter(([path, key]) => after[path] === key))] as const
      })
      mkdirSync(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify({ ...kept, ...Object.fromEntries(added) }))
      renameSync(draft, file)
    },
  }
}
