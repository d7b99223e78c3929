import { CallError } from '../../../shared/api/call-error.ts'
import { LATEST_RELEASE_URL } from '../../../shared/site/project.ts'

export interface Release {
  readonly tag: string
  readonly notes: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const parseRelease = (value: unknown): Release => {
  const fields = new Map<string, unknown>(Object.entries(value ?? {}))
  const tag = textOf(fields.get('tag_name'))
  if (tag === '') throw new CallError({ kind: 'unreadable' })
  return { tag, notes: textOf(fields.get('body')) }
}

/** Asks the project's public page, not this server: no cookies go with it. */
export const fetchLatestRelease = async (): Promise<Release> => {
  const response = await fetch(LATEST_RELEASE_URL, { credentials: 'omit', headers: { Accept: 'application/json' } }).catch(
    (cause: unknown) => {
      throw new CallError({ kind: 'offline' }, { cause })
    },
  )
  if (!response.ok) throw new CallError({ kind: 'refused', message: `HTTP ${response.status}` })
  return parseRelease(await response.json())
}
