import { basename, dirname } from 'node:path'
import type { KeyRotation, RotationStage, TableCount } from '@weir/store/keys/rotation'
import type { Store } from '@weir/store/open-store'
import { CommandError, recordCommand, requireDatabase, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'
import { newRootKey, readKeyFile, replaceKeyFile } from './process/files/key-file.ts'
import { DataDirInUse, claimNode } from './process/node-identity.ts'
import { allOf, readRootKeys } from './process/root-key.ts'

type Say = (line: string) => void

const POLL_MS = 250
/** How often a node that is waited for is named again. */
const REMINDER_MS = 30_000

const SECRET_STEPS = `the root key comes from SESSION_SECRET, which this command cannot change. Instead
  1. start every server with SESSION_SECRET_NEXT set to a new secret, beside SESSION_SECRET
  2. run weir rotate-key with the same two variables
  3. start every server with the new secret as SESSION_SECRET, and without SESSION_SECRET_NEXT`

const STAGES: Readonly<Record<RotationStage, string>> = {
  none: 'The root key was never replaced.',
  announced: 'A new root key is announced and nothing is sealed with it yet. Run weir rotate-key to go on.',
  sealing: 'Values are being sealed with the new root key; the old one is still needed. Run weir rotate-key to go on.',
  present: 'Everything is sealed with the present root key.',
}

/** Of two commands at once, the second would write a key over the one that the first seals with. */
const underLock = async <T>({ secretKeyFile }: Config, work: () => Promise<T>): Promise<T> => {
  let lock
  try {
    lock = claimNode(dirname(secretKeyFile), basename(secretKeyFile))
  } catch (error) {
    if (error instanceof DataDirInUse) throw new CommandError('another weir rotate-key is running: wait for its end')
    throw error
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

const nodesLine = (names: readonly string[]): string =>
  `waiting for ${names.join(', ')}: a server that runs takes a few seconds, one that has ended two minutes. If it has a key file of its own, copy the file to it`

const waitForNodes = async (rotation: KeyRotation, say: Say): Promise<void> => {
  let told = ''
  let tellAgainAt = 0
  for (;;) {
    const names = (await rotation.waitingFor()).map(({ nodeId }) => nodeId)
    if (names.length === 0) return
    const line = nodesLine(names)
    if (line !== told || Date.now() >= tellAgainAt) {
      say(line)
      told = line
      tellAgainAt = Date.now() + REMINDER_MS
    }
    await Bun.sleep(POLL_MS)
  }
}

const isOpen = ({ resealed, changed }: TableCount): boolean => resealed + changed > 0

const describeCount = ({ table, resealed, fresh, changed, unreadable }: TableCount): string =>
  `  ${table}: ${resealed} sealed anew${fresh > 0 ? `, ${fresh} were already` : ''}${changed > 0 ? `, ${changed} changed meanwhile` : ''}${unreadable > 0 ? `, ${unreadable} open with no key and stay as they are` : ''}`

/** Until a whole pass finds nothing to do: rows that change meanwhile are taken again. */
const resealAll = async (rotation: KeyRotation, say: Say): Promise<void> => {
  for (let pass = 1; ; pass++) {
    const counts: TableCount[] = []
    say(pass === 1 ? 'sealing every value anew' : 'looking at every value again')
    await rotation.reseal((count) => {
      counts.push(count)
      if (pass === 1 || isOpen(count)) say(describeCount(count))
    })
    if (!counts.some(isOpen)) return
  }
}

/** The file holds the key before anything is sealed with it, or nothing is. */
const requireInSource = async (config: Config, rotation: KeyRotation, keyId: string): Promise<void> => {
  const ids = allOf(await readRootKeys(config)).map((key) => rotation.keyIdOf(key))
  if (!ids.includes(keyId)) throw new CommandError(`${config.secretKeyFile} was changed by another program: run weir rotate-key again`)
}

const keepPresentKey = async (config: Config, rotation: KeyRotation): Promise<void> => {
  const present = await rotation.presentKeyId()
  const keys = await readKeyFile(config.secretKeyFile)
  const kept = keys.filter((key) => rotation.keyIdOf(key) === present)
  if (kept.length === 1 && keys.length > 1) await replaceKeyFile(config.secretKeyFile, kept)
}

const finish = async (config: Config, { keyRotation }: Store): Promise<Shown> => {
  const json = { stage: await keyRotation.stage(), waiting_for: [], is_old_key_left: false }
  if (config.sessionSecret !== '') {
    return {
      json,
      text: 'Everything is sealed with the new root key. Now start every server with the value of SESSION_SECRET_NEXT as SESSION_SECRET, and without SESSION_SECRET_NEXT.',
    }
  }
  await keepPresentKey(config, keyRotation)
  return {
    json,
    text: `Everything is sealed with the new root key, and ${config.secretKeyFile} holds it alone. Keep a copy of it. Servers on other machines need this file before their next start. Backups from before open with the old key only.`,
  }
}

const rotate = async (config: Config, store: Store, say: Say): Promise<Shown> => {
  const { keyRotation } = store
  const next = await keyRotation.nextKeyId()
  // Killed after the last step in the database: only the file is left to be done.
  if (next === undefined) return await finish(config, store)
  await keyRotation.announce(next)
  if ((await keyRotation.stage()) === 'announced') {
    say('the new root key is announced to every server')
    await waitForNodes(keyRotation, say)
    await requireInSource(config, keyRotation, next)
    await keyRotation.startSealing(next)
  }
  await waitForNodes(keyRotation, say)
  await resealAll(keyRotation, say)
  await recordCommand(store, 'key.rotate', 'root key')
  await keyRotation.retireOld()
  return await finish(config, store)
}

/** Killed just before the old key left the file, a rotation is done in the database and not in the file. */
const isOldKeyLeft = async ({ sessionSecret, secretKeyFile }: Config, rotation: KeyRotation): Promise<boolean> =>
  sessionSecret === '' && (await rotation.nextKeyId()) === undefined && (await readKeyFile(secretKeyFile)).length > 1

const describeStage = async (config: Config, { keyRotation }: Store): Promise<Shown> => {
  const stage = await keyRotation.stage()
  const isLeft = stage === 'present' && (await isOldKeyLeft(config, keyRotation))
  const names = stage === 'announced' || stage === 'sealing' ? (await keyRotation.waitingFor()).map(({ nodeId }) => nodeId) : []
  const leftLine = `${config.secretKeyFile} still holds the old key. Run weir rotate-key, which takes it out.`
  const lines = [STAGES[stage], ...(names.length === 0 ? [] : [nodesLine(names)]), ...(isLeft ? [leftLine] : [])]
  return { json: { stage, waiting_for: names, is_old_key_left: isLeft }, text: lines.join('\n') }
}

const refuseEarly = async ({ keyRotation }: Store): Promise<RotationStage> => {
  const until = await keyRotation.blockedUntil()
  if (until > 0) {
    const time = new Date(until * 1000).toISOString()
    throw new CommandError(`a key of a token that was replaced before the last upgrade is still accepted until ${time}: run this after it`)
  }
  return await keyRotation.stage()
}

/** How far a replacement is. */
export const rotationStatus = (config: Config): Promise<Shown> => withStore(config, (store) => describeStage(config, store))

/** Replaces the root key while servers run. Killed at any moment, it goes on where it was when it is run again. */
export const rotateKey = async (config: Config, say: Say): Promise<Shown> => {
  if (config.sessionSecret !== '' && config.nextSessionSecret === '') throw new CommandError(SECRET_STEPS)
  requireDatabase(config)
  return await underLock(config, async () => {
    const stage = await withStore(config, refuseEarly)
    if (config.sessionSecret === '' && stage !== 'sealing') {
      const keys = await readKeyFile(config.secretKeyFile)
      if (keys.length === 1) await replaceKeyFile(config.secretKeyFile, [...keys, newRootKey()])
    }
    return await withStore(config, (store) => rotate(config, store, say))
  })
}
