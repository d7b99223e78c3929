/** Says nothing, where something must be said. */
export const NO_WORDS = '...'
/** Follows words of the model, where the last ones must be the user's. */
export const GO_ON = 'Continue.'

interface Turns<Turn> {
  readonly isModels: (turn: Turn) => boolean
  /** A turn of the user with these words. */
  readonly userTurn: (words: string) => Turn
}

/** For upstreams that refuse a conversation unless it begins and ends with the user. */
export const betweenUsers = <Turn>(turns: readonly Turn[], { isModels, userTurn }: Turns<Turn>): readonly Turn[] => {
  const [first, last] = [turns[0], turns.at(-1)]
  return [
    ...(first === undefined || isModels(first) ? [userTurn(NO_WORDS)] : []),
    ...turns,
    ...(last !== undefined && isModels(last) ? [userTurn(GO_ON)] : []),
  ]
}
