import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@weir/dialects/json'

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

const STREAM_ENDINGS = new Set(['sse', 'ndjson', 'bin'])
const EXPECTED = '.expected.json'
const SCRIPT = /^(.+)\.(request|balance|access|follow)\.json$/

const readObject = (path: string): JsonObject => {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isObject(json)) throw new Error(`${path} is not an object`)
  return json
}

const scriptKind = (word: string | undefined): ScriptFixture['kind'] | undefined =>
  word === 'request' || word === 'balance' || word === 'access' || word === 'follow' ? word : undefined

const readFixture = (folder: string, file: string): Fixture => {
  const match = SCRIPT.exec(file)
  const kind = scriptKind(match?.[2])
  if (match?.[1] !== undefined && kind !== undefined) return { kind, name: match[1], script: readObject(join(folder, file)) }
  const dot = file.lastIndexOf('.')
  const name = file.slice(0, dot)
  return {
    kind: 'reply',
    name,
    isStream: STREAM_ENDINGS.has(file.slice(dot + 1)),
    bytes: readFileSync(join(folder, file)),
    expected: readObject(join(folder, `${name}${EXPECTED}`)),
  }
}

/** The fixtures of one folder, by name. A reply without its expectation is an error, and so is the reverse. */
export const readFixtures = (folder: string): readonly Fixture[] => {
  const files = readdirSync(folder).toSorted()
  const fixtures = files.filter((file) => !file.endsWith(EXPECTED)).map((file) => readFixture(folder, file))
  const replies = new Set(fixtures.filter((fixture) => fixture.kind === 'reply').map((fixture) => fixture.name))
  const orphan = files.find((file) => file.endsWith(EXPECTED) && !replies.has(file.slice(0, -EXPECTED.length)))
  if (orphan !== undefined) throw new Error(`${join(folder, orphan)} has no reply beside it`)
  return fixtures
}
