import type { Group, Statement } from '../statements/documents.ts'

export type Verdict = 'holds' | 'fails' | 'unchecked'

const unescape = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** Reads the test cases of a JUnit file: every number in a title, and whether the test passed. */
export const readResults = (junit: string): ReadonlyMap<string, Verdict> => {
  const verdicts = new Map<string, Verdict>()
  for (const [, attributes = '', body = ''] of junit.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const title = unescape(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '')
    const hasRun = !body.includes('<skipped')
    for (const [code] of title.matchAll(/C-\d{3}/g)) {
      const isFailed = body.includes('<failure') || body.includes('<error') || verdicts.get(code) === 'fails'
      if (hasRun) verdicts.set(code, isFailed ? 'fails' : 'holds')
    }
  }
  return verdicts
}

/** One statement may be checked in several files; it holds when all of them agree. */
export const mergeResults = (results: readonly ReadonlyMap<string, Verdict>[]): ReadonlyMap<string, Verdict> => {
  const merged = new Map<string, Verdict>()
  for (const result of results) {
    for (const [code, verdict] of result) merged.set(code, merged.get(code) === 'fails' ? 'fails' : verdict)
  }
  return merged
}

/** Ids in one line, those that record a choice marked. */
const listed = (statements: readonly Statement[]) => statements.map(({ id, isChoice }) => (isChoice ? `${id}^` : id)).join(' ')

export interface Report {
  readonly text: string
  readonly holding: number
  readonly total: number
}

/** Counts by group, and by name what fails or is not checked. */
export const renderReport = (groups: readonly Group[], verdicts: ReadonlyMap<string, Verdict>): Report => {
  let holding = 0
  let total = 0
  const lines = groups.flatMap(({ name, about, statements }) => {
    const having = (verdict: Verdict) => statements.filter(({ id }) => (verdicts.get(id) ?? 'unchecked') === verdict)
    const [holds, fails, unchecked] = [having('holds'), having('fails'), having('unchecked')]
    holding += holds.length
    total += statements.length
    const line = `${name}  ${String(holds.length).padStart(3)} of ${String(statements.length).padStart(3)}  ${about}`
    const rest = [
      { label: 'fails', some: fails },
      { label: 'not checked', some: unchecked },
    ].filter(({ some }) => some.length > 0)
    return [line, ...rest.map(({ label, some }) => `      ${label}: ${listed(some)}`)]
  })
  return { text: [...lines, `${holding} of ${total} statements hold`].join('\n'), holding, total }
}
