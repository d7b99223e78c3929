import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { KEY_VARIABLE_PREFIX } from '@weir/contract/channel'
import { Refusal } from '@weir/contract/errors'
import type { Clock, Ports } from '@weir/relay/ports'

/** A key that is to stand outside the database: `env:WEIR_CHANNEL_…` or `file:/run/secrets/…`. */
export const readsAsReference = (key: string): boolean => /^(?:env|file):/.test(key)

/** A changed file is seen after this long. */
const CACHE_MS = 1000
const MAX_KEY_BYTES = 20_000
const MAX_SHOWN = 200

type Reading = { readonly key: string } | { readonly refusal: Refusal }

interface ExternalKeysOptions {
  /** Of the names of variables; that of keys of channels unless told. */
  readonly prefix?: string
  /** The environment variables whose names begin with the prefix. */
  readonly variables: Readonly<Record<string, string>>
  readonly folder: string
  /** The root key of this server: never a channel's key, wherever it lies. */
  readonly secretKeyFile: string
  readonly clock: Clock
  readonly onMissing: (reference: string) => void
}

export interface ExternalKeys {
  /** The key itself, or what its reference stands for now; undefined when that is missing. */
  readonly resolve: Ports['resolveKey']
  /** Throws the reason why a reference cannot be used. */
  readonly check: (reference: string) => void
}

/** What providers can send in a header: one line of visible characters. */
const usableKey = (text: string): string | undefined => {
  const key = text.trim()
  return /^[\x20-\x7e]+$/.test(key) ? key : undefined
}

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Links are followed inside the folder only, as the volumes of Kubernetes need it. */
const readInside = (path: string, { folder, secretKeyFile }: ExternalKeysOptions): string | undefined => {
  const real = realPath(path)
  if (real === undefined || !real.startsWith(join(realPath(folder) ?? folder, '/')) || real === realPath(secretKeyFile)) return undefined
  const found = statSync(real)
  return found.isFile() && found.size <= MAX_KEY_BYTES ? usableKey(readFileSync(real, 'utf8')) : undefined
}

/**
 * Keys that are kept by the operator and named by root. Only variables with the prefix and files directly in one folder can be named:
 * a channel whose upstream belongs to its author would otherwise send any secret of the machine there.
 */
export const createExternalKeys = (options: ExternalKeysOptions): ExternalKeys => {
  const { prefix = KEY_VARIABLE_PREFIX, variables, folder, clock, onMissing } = options
  const known = new Map<string, { readonly reading: Reading; readonly goodUntil: number }>()

  const refusalFor = (code: 'key-reference-forbidden' | 'key-reference-empty', reference: string): Refusal =>
    new Refusal(code, { reference: reference.slice(0, MAX_SHOWN), prefix, folder })

  const isAllowed = (kind: string, name: string): boolean =>
    kind === 'env'
      ? new RegExp(`^${prefix}\\w{1,100}$`).test(name)
      : dirname(name) === folder && /^\w[\w.-]{0,127}$/.test(basename(name)) && join(folder, basename(name)) === name

  const find = (kind: string, name: string): string | undefined => {
    if (kind === 'env') return Object.hasOwn(variables, name) ? usableKey(variables[name] ?? '') : undefined
    try {
      return readInside(name, options)
    } catch {
      return undefined
    }
  }

  const read = (reference: string): Reading => {
    const [kind = '', ...rest] = reference.split(':')
    const name = rest.join(':')
    if (!isAllowed(kind, name)) return { refusal: refusalFor('key-reference-forbidden', reference) }
    const key = find(kind, name)
    return key === undefined ? { refusal: refusalFor('key-reference-empty', reference) } : { key }
  }

  return {
    resolve({ key, isKeyReference = false }) {
      if (!isKeyReference) return key
      const cached = known.get(key)
      if (cached !== undefined && clock() < cached.goodUntil) return 'key' in cached.reading ? cached.reading.key : undefined
      const reading = read(key)
      known.set(key, { reading, goodUntil: clock() + CACHE_MS })
      if ('key' in reading) return reading.key
      onMissing(key.slice(0, MAX_SHOWN))
      return undefined
    },
    check(reference) {
      const reading = read(reference)
      if ('refusal' in reading) throw reading.refusal
    },
  }
}
