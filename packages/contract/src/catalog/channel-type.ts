export interface BilingualText {
  readonly zh: string
  readonly en: string
}

/** A form field that only some channel types have. */
export interface ChannelField {
  /** Where the value is kept: a column of the channel, or a member of its config. A field for `base_url` replaces the general one. */
  readonly name: 'base_url' | 'other' | `config.${string}`
  readonly label: BilingualText
  readonly placeholder?: string
  /** Stored when the field is left empty. */
  readonly default?: string
  readonly isRequired?: boolean
  readonly isSecret?: boolean
}

/** Every channel type as data: the console renders its form from this table, the server takes its defaults. */
export interface ChannelType {
  readonly id: number
  readonly name: BilingualText
  /** A colour word of the badge palette. */
  readonly color:
    | 'green'
    | 'olive'
    | 'teal'
    | 'blue'
    | 'violet'
    | 'purple'
    | 'pink'
    | 'orange'
    | 'red'
    | 'brown'
    | 'grey'
    | 'black'
    | 'yellow'
  readonly defaultBaseUrl: string
  readonly keyHint: BilingualText
  readonly balanceUnit: 'usd' | 'cny' | 'cny-per-10000' | 'points' | 'unsupported'
  readonly fields?: readonly ChannelField[]
  /** What an operator must know before filling in the form. */
  readonly note?: BilingualText
  /** Members of the config that make up the key when it is left empty, joined by `|`. */
  readonly keyFrom?: readonly string[]
  /** General fields that this type has no use for. */
  readonly hides?: readonly ('key' | 'base_url')[]
  /** It serves whatever it is asked for, so that it may be without models. */
  readonly isModelFree?: boolean
}
