const PLACEHOLDER = '0.0.0'

const bare = (version: string | undefined) => (version ?? '').replace(/^v/, '')

/** Both must be known: a console or a server built without a version says nothing. */
export const isOtherVersion = (server: string | undefined, own: string | undefined): boolean => {
  const known = [bare(server), bare(own)]
  return known.every((version) => version !== '' && version !== PLACEHOLDER) && known[0] !== known[1]
}
