import type { Command } from 'commander'
import { CommandError } from '../commands.ts'
import { resetCounters, verifyLedger } from '../ledger-check.ts'
import { repriceLedger } from '../ledger-commands.ts'
import { exportPrices, importPrices } from '../price-commands.ts'
import { reconcile } from '../reconcile-command.ts'
import { addLeaf } from './leaf.ts'
import type { Session } from './session.ts'

const addLedger = (program: Command, session: Session): void => {
  const parent = program.command('ledger').description('verify the ledger, book corrections, compare it with a provider')
  addLeaf(
    { parent, session },
    { usage: 'verify', summary: 'compare every balance with the ledger, and every charge with its log row' },
    () => verifyLedger(session.config()),
  )
  addLeaf({ parent, session }, { usage: 'reset', summary: 'begin counters again that are too large to be shown' }, () =>
    resetCounters(session.config()),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'reprice',
      summary: 'show what requests would have cost at other prices; --apply books the differences: see docs/ledger.md',
      flags: {
        since: ['<day>', 'from this day or moment on; must be told'],
        model: ['<name>...', 'requests for this model; must be told'],
        until: ['<day>', 'before this day or moment; now unless told'],
        prices: ['<file>', 'a price list; the prices in force now unless told'],
        apply: ['', 'book the differences'],
        dryRun: ['', 'book nothing, which is so without --apply'],
      },
      notes: 'A day is 2026-11-30 in the time zone of the option TimeZone, a moment is 2026-11-30T08:00:00+08:00.',
    },
    async (_, { since, until, model = [], prices, apply: isApplied = false, dryRun }) => {
      if (isApplied && dryRun === true) throw new CommandError('--apply and --dry-run exclude each other')
      return await repriceLedger(session.config(), { since, until, models: model, prices, isApplied })
    },
  )
  addLeaf(
    { parent, session },
    {
      usage: 'reconcile <file...>',
      summary: 'compare requests, tokens and dollars with a usage export of OpenAI or Anthropic',
      flags: {
        channel: ['<number>...', 'what this channel has delivered; all channels of the provider unless told'],
        all: ['', 'show also what agrees'],
      },
      notes: 'Files are usage or cost exports of one provider, CSV or JSON.',
    },
    (files, { channel: channels = [], all: isAll = false }) => reconcile(session.config(), { files, channels, isAll }),
  )
}

const addPrices = (program: Command, session: Session): void => {
  const parent = program.command('prices').description('import and export price lists')
  addLeaf(
    { parent, session },
    {
      usage: 'import <source>',
      summary: 'compare a price list with the prices in force; --apply saves it',
      flags: { apply: ['', 'save what is new or changed'] },
      notes: 'The source is a file, or an address with http:// or https://. The forms that are read: docs/prices.md.',
    },
    ([source = ''], { apply: isApplied = false }) => importPrices(session.config(), source, isApplied),
  )
  addLeaf({ parent, session }, { usage: 'export', summary: 'print every price sheet in force' }, () => exportPrices(session.config()))
}

/** What was charged, and by which prices. */
export const addMoney = (program: Command, session: Session): void => {
  addLedger(program, session)
  addPrices(program, session)
}
