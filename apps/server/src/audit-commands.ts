import type { ChainBreak, UnchainedEntries } from '@weir/store/audit/verify-chain'
import { counted } from '@weir/contract/values/counted'
import { CommandError, FoundFaults, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'

const HASH = /^[0-9a-f]{64}$/

const describeBreak = (broken: ChainBreak): string => {
  switch (broken.kind) {
    case 'altered':
      return `entry ${broken.id} (number ${broken.ordinal} of the chain) was altered: its hash does not follow from what it says`
    case 'missing':
      return `entries ${broken.expected} to ${broken.ordinal - 1} of the chain are missing: entry ${broken.id} is number ${broken.ordinal}`
    case 'moved':
      return `entry ${broken.id} was moved: it is number ${broken.ordinal} of the chain and stands where number ${broken.expected} belongs`
    case 'foreign':
      return `entry ${broken.id} was not written as part of the chain: somebody put it in, or a server of an older version ran later than a day after the upgrade`
    case 'truncated':
      return `the last entries are missing: the chain ends at number ${broken.entries} and had ${broken.expected}`
    case 'head':
      return `the head in the table audit_chain is not that of the entries: it tells of ${broken.expected}, and there are ${broken.entries}`
    case 'noted':
      return `no entry has the hash ${broken.hash}: the trail was cut off or written anew since that was noted`
  }
}

const describeUnchained = ({ entries, firstId, lastId }: UnchainedEntries): string =>
  [
    `Warning: ${counted(entries, 'more entry', 'more entries')} (${firstId === lastId ? `id ${firstId}` : `ids ${firstId} to ${lastId}`})`,
    `${entries === 1 ? 'was' : 'were'} written by a server of an older version during the upgrade and`,
    `${entries === 1 ? 'is' : 'are'} not part of the chain: whether somebody has altered ${entries === 1 ? 'it' : 'them'} cannot be told.`,
  ].join(' ')

/** Throws where the chain is broken, and tells the first entry that is not in order. */
export const verifyAudit = async (config: Config, notedHash?: string): Promise<Shown> => {
  if (notedHash !== undefined && !HASH.test(notedHash))
    throw new CommandError(`--head ${notedHash} is no hash: it has 64 hexadecimal digits`)
  const { head, broken, noted, unchained } = await withStore(config, ({ audit }) => audit.verify(notedHash))
  if (broken !== undefined)
    throw new FoundFaults(`the audit trail is broken: ${describeBreak(broken)}`, {
      in_order: false,
      entries: head.entries,
      head: head.hash,
      broken,
    })
  const since =
    noted === undefined
      ? []
      : [`The noted head is number ${noted}; ${counted(head.entries - noted, 'entry has', 'entries have')} come since.`]
  const text = [
    head.entries === 1 ? 'The only entry of the audit trail is in order.' : `All ${head.entries} entries of the audit trail are in order.`,
    ...(unchained === undefined ? [] : [describeUnchained(unchained)]),
    `head ${head.hash}`,
    ...since,
  ].join('\n')
  const older = unchained && { entries: unchained.entries, first_id: unchained.firstId, last_id: unchained.lastId }
  return {
    json: {
      in_order: true,
      entries: head.entries,
      head: head.hash,
      ...(noted !== undefined && { noted }),
      ...(older && { unchained: older }),
    },
    text,
  }
}
