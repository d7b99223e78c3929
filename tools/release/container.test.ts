import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './bundle.ts'

const lines = readFileSync(join(repository, 'deploy/Containerfile'), 'utf8').split('\n')

it('runs as an account of its own, asks for health by the program itself and ends by the signal that lets requests finish', () => {
  expect(lines.filter((line) => /^(?:USER|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|VOLUME|ENV)/.test(line))).toEqual([
    'ENV DATA_DIR=/data',
    'USER 65532:65532',
    'VOLUME /data',
    'STOPSIGNAL SIGTERM',
    'HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["weir", "health"]',
    'ENTRYPOINT ["weir"]',
  ])
})

it('makes the data folder before it gives up the rights to do so', () => {
  const made = lines.findIndex((line) => line.startsWith('RUN ["install", "-d", "-m", "0700", "-o", "65532"'))
  expect(made).toBeGreaterThan(0)
  expect(lines.indexOf('USER 65532:65532')).toBeGreaterThan(made)
})
