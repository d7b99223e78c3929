import { CallError } from '../../../shared/api/call-error.ts'
import { parseJson } from '../../../shared/browser/json.ts'
import { LATEST_RELEASE_PAGE } from '../../../shared/site/project.ts'
import { compareVersions, parseVersion } from './compare-versions.ts'

export interface Release {
  readonly tag: string
  readonly notes: string
  /** Where people read about it. */
  readonly page: string
  readonly isPreview: boolean
}

const PATIENCE_SECONDS = 10
/** Of the answer; GitHub's has some 30 KB with all files of a release, and notes have 125 000 characters at most. */
const MAX_BYTES = 1_048_576

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pageOf = (address: string): string =>
  URL.canParse(address) && new URL(address).protocol === 'https:' ? address : LATEST_RELEASE_PAGE

export const parseRelease = (value: unknown): Release => {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}))
  const tag = textOf(fields.get('tag_name'))
  const version = parseVersion(tag)
  if (version === undefined) throw new CallError({ kind: 'unreadable' })
  const isMarked = fields.get('prerelease') === true || fields.get('draft') === true
  return {
    tag,
    notes: textOf(fields.get('body')),
    page: pageOf(textOf(fields.get('html_url'))),
    isPreview: isMarked || version.preview.length > 0,
  }
}

/** Whether it is one to change to. Who runs a preview is told of the next one, nobody else. */
export const isUpdate = ({ tag, isPreview }: Release, running: string): boolean => {
  const [there, here] = [parseVersion(tag), parseVersion(running)]
  if (there === undefined || here === undefined) return true
  return compareVersions(there, here) > 0 && (!isPreview || here.preview.length > 0)
}

/** Read piece by piece, so that an answer without an end is given up. */
const readLimited = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    bytes += piece.value.byteLength
    if (bytes > MAX_BYTES) {
      await reader?.cancel()
      throw new CallError({ kind: 'unreadable' })
    }
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}

const failureOf = (cause: unknown): CallError => {
  if (cause instanceof CallError) return cause
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new CallError({ kind: 'timeout', seconds: PATIENCE_SECONDS }, { cause })
  return new CallError({ kind: 'offline' }, { cause })
}

/** Asks the page of releases, not this server: no cookies go with it. */
export const fetchLatestRelease = async (feed: string, limit = AbortSignal.timeout(PATIENCE_SECONDS * 1000)): Promise<Release> => {
  try {
    const response = await fetch(feed, { credentials: 'omit', headers: { Accept: 'application/json' }, signal: limit })
    if (!response.ok) throw new CallError({ kind: 'refused', message: `HTTP ${response.status}` })
    return parseRelease(parseJson(await readLimited(response)))
  } catch (cause) {
    throw failureOf(cause)
  }
}
