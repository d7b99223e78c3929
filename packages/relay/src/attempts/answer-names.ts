import type { JsonObject } from '@weir/dialects/json'
import type { KeptAnswers } from '@weir/dialects/model/caller-wire'
import { RelayRefusal } from '../refusal.ts'

/** A text of upstream's with the ids of answers as the caller knows them. `json` is what the text says. */
export type RenameAnswers = (text: string, json: JsonObject) => string

interface Naming {
  readonly kept: KeptAnswers
  /** By upstream's id, those that the caller has named. */
  readonly known: ReadonlyMap<string, string>
  readonly nameOf: (upstreamId: string) => string
}

/** Only whole JSON texts are replaced: what stands in the words of an answer is quoted with a backslash. */
export const renameAnswers = ({ kept, known, nameOf }: Naming): RenameAnswers => {
  const names = new Map(known)
  return (text, json) => {
    let renamed = text
    for (const id of kept.idsIn(json)) {
      const name = names.get(id) ?? nameOf(id)
      names.set(id, name)
      renamed = renamed.replaceAll(JSON.stringify(id), () => JSON.stringify(name))
    }
    return renamed
  }
}

/** No more of an id is told back. */
const MAX_SHOWN = 300

export const answerNotFound = (id: string, param?: string): RelayRefusal =>
  new RelayRefusal('response-not-found', { params: { id: id.slice(0, MAX_SHOWN) }, ...(param !== undefined && { param }) })
