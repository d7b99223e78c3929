import type { Client } from './client.ts'
import { curl, libraries } from './libraries.ts'
import { programs } from './programs.ts'

/** Cherry Studio, Open WebUI, Cursor and their like ask for three values in a form. */
const apps: Client = {
  id: 'apps',
  steps: ({ address, key, model }) => [
    { place: 'baseUrl', code: `${address}/v1` },
    { place: 'key', code: key },
    { place: 'model', code: model },
  ],
}

/** In the order of the panel. */
export const clients: readonly Client[] = [curl, ...programs, ...libraries, apps]

export const FALLBACK_MODEL = 'gpt-4o-mini'

/** A model that the token may call: the well-known one where it is served, since the first of a list may be no chat model. */
export const modelToTry = (limits: readonly string[], served: readonly string[]): string => {
  const callable = limits.length > 0 ? limits : served
  return callable.includes(FALLBACK_MODEL) ? FALLBACK_MODEL : (callable[0] ?? FALLBACK_MODEL)
}
