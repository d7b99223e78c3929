import { expect, it } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeStore } from '@weir/store/testing/store-harness'
import { openCommandFolder } from '../../testing/command-line.ts'

const SECRETS = { WEIR_CHANNEL_MAIN: 'sk-of-the-upstream', WEIR_SECRET_SMTP: 'mail-password-7' }

/** The options are written first; then come two calls, for the channel and for the budget. */
const FILE = `
options: { RetryTimes: 4, SMTPToken: env:WEIR_SECRET_SMTP }
groups: { default: { ratio: 1 }, vip: { ratio: 0.8 } }
channels: [{ name: main, type: OpenAI, key: env:WEIR_CHANNEL_MAIN, models: [gpt-4o], groups: [default, vip] }]
budgets: [{ user: alice, unit: requests, period: day, limit: 100 }]
`

describeStore('weir apply', (harness) => {
  it('leaves nothing when it is killed between any two of its changes or before its end, and all when it is killed at its end', async () => {
    const { dsn } = await harness.fresh()
    const stand = await openCommandFolder({ ...SECRETS, ...(dsn !== '' && { SQL_DSN: dsn }) })
    try {
      const path = join(stand.folder, 'weir.yaml')
      writeFileSync(path, FILE)
      const program = join(import.meta.dirname, '../../testing/apply-until-killed.ts')
      const killAt = async (step: string): Promise<void> => {
        const env = { ...process.env, ...SECRETS, ...(dsn !== '' && { SQL_DSN: dsn }) }
        const child = Bun.spawn([process.execPath, program, stand.folder, path, step], { env, stdout: 'ignore', stderr: 'inherit' })
        await child.exited
        expect(child.signalCode).toBe('SIGKILL')
      }
      const before = await stand.json('export')
      for (const step of ['1', '2', '3']) {
        await killAt(step)
        expect([step, await stand.json('export'), await stand.json('audit list')]).toEqual([step, before, []])
      }
      await killAt('end')
      expect((await stand.run(['apply', path, '--yes'])).out).toBe('nothing to change')
      expect(await stand.json('channel list')).toMatchObject([{ name: 'main', models: 'gpt-4o', group: 'default,vip' }])
      expect(await stand.json('export')).toMatchObject({
        options: { RetryTimes: 4 },
        budgets: [{ user: 'alice', unit: 'requests', period: 'day', limit: 100 }],
      })
      expect(await stand.json('audit list')).toHaveLength(5)
      expect((await stand.run('audit verify')).exitCode).toBe(0)
    } finally {
      stand.remove()
    }
  }, 180_000)
})
