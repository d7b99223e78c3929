/** The part of the changelog under `## [version]`, without its heading; undefined where there is none or nothing in it. */
export const notesOf = (changelog: string, version: string): string | undefined => {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  const notes = section?.slice(section.indexOf('\n') + 1).trim()
  return notes === '' ? undefined : notes
}
