import { z } from 'zod'
import * as account from '../account.ts'
import * as alertRule from '../alerts/alert-rule.ts'
import * as alertTarget from '../alerts/alert-target.ts'
import * as alert from '../alerts/alert.ts'
import * as mailChoices from '../alerts/mail-choices.ts'
import * as audit from '../audit.ts'
import * as budget from '../budget.ts'
import * as channel from '../channel.ts'
import * as channelBulk from '../channels/channel-bulk.ts'
import * as channelChecks from '../channels/channel-checks.ts'
import * as channelKeys from '../channels/channel-keys.ts'
import * as channelList from '../channels/channel-list.ts'
import * as channelProbes from '../channels/channel-probes.ts'
import * as multiKey from '../channels/multi-key.ts'
import * as dashboard from '../dashboard.ts'
import * as reprice from '../ledger/reprice.ts'
import * as statement from '../ledger/statement.ts'
import * as log from '../log.ts'
import * as logBodies from '../logs/log-bodies.ts'
import * as overview from '../overview.ts'
import * as modelPrices from '../prices/model-prices.ts'
import * as priceImport from '../prices/price-import.ts'
import * as redemption from '../redemption.ts'
import * as session from '../session.ts'
import * as passkey from '../sign-in/passkey.ts'
import * as secondFactor from '../sign-in/second-factor.ts'
import * as site from '../site.ts'
import * as statistics from '../statistics.ts'
import * as status from '../status.ts'
import * as token from '../token.ts'
import * as userAdmin from '../user-admin.ts'
import * as user from '../user.ts'
import type { EndpointDefinition } from '../endpoint.ts'

/** The files that define calls. */
export const parts: readonly object[] = [
  account,
  alertRule,
  alertTarget,
  alert,
  mailChoices,
  audit,
  budget,
  channel,
  channelBulk,
  channelChecks,
  channelKeys,
  channelList,
  channelProbes,
  multiKey,
  dashboard,
  reprice,
  statement,
  log,
  logBodies,
  overview,
  modelPrices,
  priceImport,
  redemption,
  session,
  passkey,
  secondFactor,
  site,
  statistics,
  status,
  token,
  userAdmin,
  user,
]

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'input' in value

export type Schema = z.core.JSONSchema.BaseSchema

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

export const calls = parts.flatMap((part) => Object.values(part).filter(isEndpoint))

export const jsonOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

export const inputsOf = ({ input }: EndpointDefinition): readonly z.ZodType[] =>
  Object.values(input).filter((schema) => schema instanceof z.ZodType)

/** The lines of a table. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
