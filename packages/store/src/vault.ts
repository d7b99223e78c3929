import { RootKeyMissing, WrongKey } from './errors.ts'
import {
  isCarried,
  openLookupKeys,
  openRootKey,
  type CarriedPurpose,
  type LookupKeys,
  type Purpose,
  type RootKey,
  type Sealing,
} from './vault/derived-keys.ts'

export interface Vault {
  /** `place` names table, column and row, so that a ciphertext copied to another row does not open there. */
  seal(purpose: Purpose, place: string, plain: string): string
  /** The same under one root key whenever the same is sealed, for what is told again and stored nowhere. */
  sealSteadily(purpose: Purpose, place: string, plain: string): string
  open(purpose: Purpose, place: string, sealed: string): string
  /** The same value gives the same text, and without the key no guess can be tested. */
  lookup(purpose: Purpose, value: string): string
  /**
   * Every text the value may stand under: several while a root key is being replaced, and afterwards where values were carried over.
   * A row moves on in the order of this list: tried one by one, it cannot be missed.
   */
  lookups(purpose: Purpose, value: string): readonly string[]
}

/** A root key as the database knows it. */
export interface Generation {
  readonly generation: number
  readonly keyId: string
  /** `announced`: known to nodes. `sealing`: new values are written with it. `present`: nothing is left of the one before, which is `retired`. */
  readonly state: 'announced' | 'sealing' | 'present' | 'retired'
  /** Sealed: what lookups still need of a retired one. Empty for the others. */
  readonly lookupKeys: string
}

/** The root keys of this process and the vault that uses them. */
export interface Keyring {
  readonly vault: Vault
  holds(keyId: string): boolean
  /** Of the held ones, those the database does not know, in the order given. */
  unknownTo(generations: readonly Generation[]): readonly string[]
  add(rootKeys: readonly Uint8Array[]): void
  /** Begins with the key that opens this, whatever the order they were given in. False when none does. */
  beginWith(purpose: Purpose, place: string, sealed: string): boolean
  /** Throws `RootKeyMissing` when one is missing that values are sealed with. */
  use(generations: readonly Generation[]): void
  /** What lookups need of the key when it is gone, sealed with the key that is written with now. */
  sealLookupKeys(generation: Generation): string
  /** The generation that is written with, and the id of its key. */
  writing(): number
  writer(): string
  /** Whether the key that is written with opens this by itself. */
  isFresh(purpose: Purpose, place: string, sealed: string): boolean
  /** What stands in the database under the generation before, under the one that is written with. */
  carry(purpose: CarriedPurpose, stored: string): string
}

export const retiredPlace = (generation: number): string => `root_keys.lookup_keys.${generation}`

/** In the first byte of a sealed text. */
const MAX_GENERATION = 255
const FIRST_GENERATION = 1

/** The first generation has no mark: it is from before there were others. */
const mark = (generation: number, lookup: string): string => (generation === FIRST_GENERATION ? lookup : `${generation}.${lookup}`)
const MARK = /^\d+\./

interface Step {
  readonly generation: number
  readonly keys: LookupKeys
}

interface Plan {
  readonly writer: { readonly generation: number; readonly key: RootKey }
  /** From the oldest to the newest. */
  readonly steps: readonly Step[]
  /** Of the steps, those that rows may stand under now. */
  readonly current: readonly Step[]
}

/** A value that was written in one generation and carried from one to the next up to another. */
const carried = (steps: readonly Step[], purpose: Purpose, value: string): string => {
  const [first, ...later] = steps
  if (first === undefined || !isCarried(purpose)) throw new Error(`nothing is carried for ${purpose}`)
  const lookup = later.reduce((text, { keys }) => keys.carry(purpose, text), first.keys.lookup(purpose, value))
  return mark(steps.at(-1)?.generation ?? first.generation, lookup)
}

const candidates = ({ steps, current }: Plan, purpose: Purpose, value: string): readonly string[] =>
  current.flatMap((top) => {
    if (!isCarried(purpose)) return [mark(top.generation, top.keys.lookup(purpose, value))]
    const chain = steps.slice(0, steps.indexOf(top) + 1)
    return chain.map((_, from) => carried(chain.slice(from), purpose, value))
  })

export const createKeyring = (rootKeys: readonly Uint8Array[]): Keyring => {
  const held = new Map<string, RootKey>()
  const add = (keys: readonly Uint8Array[]): void => {
    for (const key of keys.map(openRootKey)) if (!held.has(key.id)) held.set(key.id, key)
  }
  add(rootKeys)

  const keyOf = ({ keyId, generation }: Generation): RootKey => {
    const key = held.get(keyId)
    if (key === undefined)
      throw new RootKeyMissing(
        `values are sealed with root key ${generation} (${keyId}), which this server does not have: copy the key file of a server that has it`,
      )
    return key
  }

  const firstKey = (): RootKey => {
    const [key] = held.values()
    if (key === undefined) throw new WrongKey('there is no root key')
    return key
  }

  const alone = (key: RootKey): Plan => {
    const step = { generation: FIRST_GENERATION, keys: key }
    return { writer: { generation: FIRST_GENERATION, key }, steps: [step], current: [step] }
  }

  let plan = alone(firstKey())

  const openWithAny = (purpose: Purpose, place: string, sealed: string): { readonly key: RootKey; readonly plain: string } | undefined => {
    const bytes = Buffer.from(sealed, 'base64')
    const sealing = { purpose, place, generation: bytes[0] ?? 0 }
    for (const key of held.values()) {
      const plain = key.open(sealing, bytes)
      if (plain !== undefined) return { key, plain }
    }
    return undefined
  }

  const sealAs = (sealing: Omit<Sealing, 'generation'>, plain: string): string => {
    const { generation, key } = plan.writer
    return key.seal({ ...sealing, generation }, plain).toString('base64')
  }

  const vault: Vault = {
    seal: (purpose, place, plain) => sealAs({ purpose, place }, plain),
    sealSteadily: (purpose, place, plain) => sealAs({ purpose, place, isSteady: true }, plain),
    open(purpose, place, sealed) {
      const opened = openWithAny(purpose, place, sealed)
      if (opened === undefined) throw new WrongKey(`the value at ${place} does not open with this root key`)
      return opened.plain
    },
    lookup: (purpose, value) => mark(plan.writer.generation, plan.writer.key.lookup(purpose, value)),
    lookups: (purpose, value) => candidates(plan, purpose, value),
  }

  const retiredStep = ({ generation, lookupKeys }: Generation): Step => ({
    generation,
    keys: openLookupKeys(vault.open('retired-lookups', retiredPlace(generation), lookupKeys)),
  })

  return {
    vault,
    add,
    holds: (keyId) => held.has(keyId),
    unknownTo: (generations) => [...held.keys()].filter((id) => !generations.some(({ keyId }) => keyId === id)),
    beginWith(purpose, place, sealed) {
      const opened = openWithAny(purpose, place, sealed)
      if (opened !== undefined) plan = alone(opened.key)
      return opened !== undefined
    },
    use(generations) {
      if (generations.length === 0) return
      if (generations.some(({ generation }) => generation > MAX_GENERATION)) throw new WrongKey('the root key was replaced too often')
      const isLive = ({ state, keyId }: Generation): boolean => state !== 'retired' && (state !== 'announced' || held.has(keyId))
      const current = generations.filter(isLive).map((generation) => ({ generation: generation.generation, keys: keyOf(generation) }))
      const writer = generations.findLast(({ state }) => state === 'sealing' || state === 'present')
      if (writer === undefined) throw new WrongKey('the database names no root key that is in use')
      const retired = generations.filter(({ state }) => state === 'retired').map(retiredStep)
      plan = { writer: { generation: writer.generation, key: keyOf(writer) }, steps: [...retired, ...current], current }
      for (const { keyId, state } of generations) if (state === 'retired') held.delete(keyId)
    },
    writing: () => plan.writer.generation,
    writer: () => plan.writer.key.id,
    isFresh(purpose, place, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const { generation, key } = plan.writer
      return bytes[0] === generation && key.open({ purpose, place, generation }, bytes) !== undefined
    },
    carry: (purpose, stored) => mark(plan.writer.generation, plan.writer.key.carry(purpose, stored.replace(MARK, ''))),
    sealLookupKeys: (generation) => vault.seal('retired-lookups', retiredPlace(generation.generation), keyOf(generation).lookupKeys),
  }
}

export const createVault = (rootKey: Uint8Array): Vault => createKeyring([rootKey]).vault
