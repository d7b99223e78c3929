/** What the lines are filled in with. The address ends without a slash and without `/v1`. */
export interface ClientInput {
  readonly address: string
  readonly key: string
  readonly model: string
}

/** Where lines go, in the words of the console. */
export type PlaceName = 'terminal' | 'program' | 'baseUrl' | 'key' | 'model'

export type ClientStep =
  | { readonly place: PlaceName; readonly code: string }
  | { readonly place: 'file'; readonly path: string; readonly code: string }

/** A program or library that can call the gateway, and what has to be pasted for it. */
export interface Client {
  readonly id: string
  /** Names of programs are the same in every tongue; without one it is named by the console. */
  readonly title?: string
  /** The page of `docs/clients`, where several clients share one. */
  readonly guide?: string
  readonly steps: (input: ClientInput) => readonly ClientStep[]
}

export const guideOf = ({ id, guide = id }: Client): string => guide
