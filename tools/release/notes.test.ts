import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './bundle.ts'
import { notesOf } from './notes.ts'

const CHANGELOG = `# Changelog

Some rules.

## [Unreleased]

## [1.2.10] - 2026-12-02

- repairs a stream

### Breaking

- takes an option away

## [1.2.1] - 2026-12-01

- adds a screen
`

it('finds the part of one version, with its own headings, and not of one that begins alike', () => {
  expect(notesOf(CHANGELOG, '1.2.10')).toBe('- repairs a stream\n\n### Breaking\n\n- takes an option away')
  expect(notesOf(CHANGELOG, '1.2.1')).toBe('- adds a screen')
})

it('finds nothing for a version that is not there, and for a heading with nothing below it', () => {
  expect([notesOf(CHANGELOG, '1.2'), notesOf(CHANGELOG, '2.0.0'), notesOf(CHANGELOG, 'Unreleased')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('has something to say of what is not released yet, or of the newest release', () => {
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')
  const newest = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1] ?? 'Unreleased'
  expect(notesOf(changelog, newest)).toMatch(/^\S/)
})

const workflow = (name: string) =>
  Bun.YAML.parse(readFileSync(join(repository, '.github/workflows', `${name}.yml`), 'utf8')) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
    readonly permissions: unknown
  }

it('is read by a release that tests, builds and checks before it publishes, with no right more than it needs', () => {
  const { jobs, permissions } = workflow('release')
  const commands = (jobs['release']?.steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [run]))
  expect(commands).toEqual([
    'npm ci',
    'npx bun tools/release-notes.ts "${GITHUB_REF_NAME#v}" > /tmp/notes.md',
    'npm test',
    'npm run release',
    'npm run release:check -- package executable',
    'npm publish --provenance --access public dist/weir-gateway-*.tgz',
  ])
  expect(permissions).toEqual({ contents: 'read' })
  expect(workflow('check').jobs['test']?.steps.map(({ run }) => run)).toEqual([undefined, '.ci/run'])
})
