import type { Command } from 'commander'
import { withGateway } from '../gateway.ts'
import type { Shown } from '../../commands.ts'
import { addLeaf } from '../leaf.ts'
import type { Session } from '../session.ts'
import { applyFile, planFile } from './apply.ts'
import { exportConfig } from './export.ts'
import { renderPlan, type Step } from './plan.ts'
import { readConfigFile } from './read-file.ts'

const shownSteps = (steps: readonly Step[]) => steps.map(({ kind, object, fields }) => ({ kind, object, fields }))

const NOTHING: Shown = { json: { applied: false, changes: [] }, text: 'nothing to change' }

/** The installation as a file, and a file as the installation. */
export const addConfig = (program: Command, session: Session): void => {
  addLeaf(
    { parent: program, session },
    { usage: 'export', summary: 'print channels, groups, prices, options and budgets as YAML, without secrets' },
    () =>
      withGateway(session.config(), async (gateway) => {
        const { value, text } = await exportConfig(gateway)
        return { json: value, text }
      }),
  )
  addLeaf(
    { parent: program, session },
    {
      usage: 'apply <file>',
      summary: 'make the installation what a file says: shows the plan, asks, and changes what differs',
      flags: {
        yes: ['', 'do not ask'],
        dryRun: ['', 'show the plan and end'],
        prune: ['', 'delete what the sections of the file do not name, and set other options back'],
      },
      notes: 'The form of the file: docs/cli.md and docs/config.schema.json. "weir export" writes one.',
    },
    async ([path = ''], { yes, dryRun, prune }) => {
      const file = await readConfigFile(path)
      return await withGateway(session.config(), async (gateway) => {
        const isPruned = prune === true
        const plan = await planFile(file, gateway, isPruned)
        for (const warning of plan.warnings) session.terminal.tell(warning)
        if (plan.steps.length === 0) return NOTHING
        const changes = shownSteps(plan.steps)
        const text = renderPlan(plan.steps)
        if (dryRun === true) return { json: { applied: false, changes }, text }
        session.terminal.tell(text)
        if (yes !== true && !/^y(?:es)?$/i.test((await session.terminal.ask('Type yes to apply this: ')).trim()))
          return { json: { applied: false, changes }, text: 'nothing was changed', isFailure: true }
        await applyFile(file, gateway, { isPruned, agreed: plan })
        return { json: { applied: true, changes }, text: changes.length === 1 ? '1 change is made' : `${changes.length} changes are made` }
      })
    },
  )
}
