import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Group {
  readonly name: string
  readonly about: string
  readonly statements: readonly Statement[]
}

export interface Statement {
  readonly id: string
  /** Another behaviour would have served as well; the statement records a choice. */
  readonly isChoice: boolean
}

const statementLine = /^- (C-\d{3})(\^?) /gm

/** The groups of docs/acceptance.md with their statements. */
const parseAcceptance = (text: string): readonly Group[] =>
  text.split(/^## (?=G\d\d )/m).flatMap((section) => {
    const heading = /^(G\d\d) (.+)\n/.exec(section)
    if (heading === null) return []
    const [, name = '', about = ''] = heading
    return [{ name, about, statements: [...section.matchAll(statementLine)].map(([, id = '', mark]) => ({ id, isChoice: mark === '^' })) }]
  })

export interface SecurityTests {
  readonly ids: readonly string[]
  /** Ids for which no test is asked, each with its reason in the document. */
  readonly departures: ReadonlySet<string>
}

const idsOfRows = (text: string): readonly string[] => [...text.matchAll(/^\| ([A-Z]{1,2}-\d{2}) \|/gm)].map(([, id = '']) => id)

const parseSecurityTests = (text: string): SecurityTests => {
  const [statements = '', departures = ''] = text.split(/^## Departures$/m)
  return { ids: idsOfRows(statements), departures: new Set(idsOfRows(departures)) }
}

export const readAcceptance = (root: string): readonly Group[] => parseAcceptance(readFileSync(join(root, 'docs/acceptance.md'), 'utf8'))

export const readSecurityTests = (root: string): SecurityTests =>
  parseSecurityTests(readFileSync(join(root, 'docs/security-tests.md'), 'utf8'))
