import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, objectAt, textAt, type JsonObject } from '@weir/dialects/json'

/** One reply of an upstream, byte for byte, and what must be understood of it. */
export interface ReplyFixture {
  readonly kind: 'reply'
  readonly name: string
  readonly isStream: boolean
  readonly bytes: Uint8Array
  readonly expected: JsonObject
}

/** Everything else is told in one file: what goes in and what must come out. */
export interface ScriptFixture {
  readonly kind: 'request' | 'balance' | 'access' | 'follow'
  readonly name: string
  readonly script: JsonObject
}

export type Fixture = ReplyFixture | ScriptFixture

const ERRORS = 'errors.json'
const EXPECTED = '.expected.json'
const CASE = /^(.+)\.(reply|request|balance|access|follow)\.json$/
const RECORDING = /^(.+)\.(?:sse|ndjson|bin)$/

const encoder = new TextEncoder()

const readObject = (path: string): JsonObject => {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isObject(json)) throw new Error(`${path} is not an object`)
  return json
}

/** A text is sent as it stands, anything else as JSON; `replyFrom` names a recording beside it. */
const bytesOf = (folder: string, name: string, { reply, replyFrom }: JsonObject): Uint8Array => {
  if (typeof replyFrom === 'string') return readFileSync(join(folder, replyFrom))
  if (reply === undefined) throw new Error(`${join(folder, name)} has no reply`)
  return encoder.encode(typeof reply === 'string' ? reply : JSON.stringify(reply))
}

const readCase = (folder: string, file: string): Fixture | undefined => {
  const [, name, kind] = CASE.exec(file) ?? []
  if (name === undefined) return undefined
  const script = readObject(join(folder, file))
  if (kind === 'request' || kind === 'balance' || kind === 'access' || kind === 'follow') return { kind, name, script }
  const expected = objectAt(script, 'expected')
  if (expected === undefined) throw new Error(`${join(folder, file)} expects nothing`)
  return { kind: 'reply', name, isStream: false, bytes: bytesOf(folder, file, script), expected }
}

const readRecording = (folder: string, file: string): Fixture | undefined => {
  const [, name] = RECORDING.exec(file) ?? []
  if (name === undefined) return undefined
  const expected = readObject(join(folder, `${name}${EXPECTED}`))
  return { kind: 'reply', name, isStream: true, bytes: readFileSync(join(folder, file)), expected }
}

/** One member for each case: the reply, beside it its status and headers, and the fault it must be taken for. */
const readErrors = (folder: string): readonly Fixture[] => {
  const path = join(folder, ERRORS)
  if (!existsSync(path)) return []
  return Object.entries(readObject(path)).map(([name, error]) => {
    if (!isObject(error) || textAt(error, 'fault') === undefined) throw new Error(`${path} names no fault for ${name}`)
    const { reply, ...expected } = error
    return { kind: 'reply', name, isStream: false, bytes: bytesOf(folder, name, { reply }), expected }
  })
}

/** The fixtures of one folder. A recording without its expectation is an error, and so are the reverse, a stray file and a name used twice. */
export const readFixtures = (folder: string): readonly Fixture[] => {
  const files = readdirSync(folder).toSorted()
  const found = files.map((file) => ({ file, fixture: readCase(folder, file) ?? readRecording(folder, file) }))
  const fixtures = [...found.flatMap(({ fixture }) => fixture ?? []), ...readErrors(folder)]
  const streams = new Set(fixtures.flatMap((fixture) => (fixture.kind === 'reply' && fixture.isStream ? `${fixture.name}${EXPECTED}` : [])))
  const stray = found.find(({ file, fixture }) => fixture === undefined && file !== ERRORS && !streams.has(file))
  if (stray !== undefined) throw new Error(`${join(folder, stray.file)} belongs to no case`)
  const names = fixtures.map(({ kind, name }) => `${kind} ${name}`)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`${folder} holds ${twice} twice`)
  return fixtures
}
