import { nameShapes } from '@weir/contract/values/name-shape'

/** A name is never written without what keeps its twins out. */
export const usernameColumns = (username: string) => {
  const { folded, shape } = nameShapes(username)
  return { username, username_folded: folded, username_shape: shape }
}
