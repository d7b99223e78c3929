import * as account from '@weir/contract/account'
import * as audit from '@weir/contract/audit'
import * as channel from '@weir/contract/channel'
import * as dashboard from '@weir/contract/dashboard'
import * as log from '@weir/contract/log'
import * as redemption from '@weir/contract/redemption'
import * as session from '@weir/contract/session'
import * as site from '@weir/contract/site'
import * as status from '@weir/contract/status'
import * as token from '@weir/contract/token'
import * as userAdmin from '@weir/contract/user-admin'
import * as user from '@weir/contract/user'
import type { EndpointDefinition } from '@weir/contract/endpoint'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  account,
  audit,
  channel,
  dashboard,
  log,
  redemption,
  session,
  site,
  status,
  token,
  userAdmin,
  user,
]

export interface Target {
  readonly method: string
  readonly path: string
}

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** These would end the session that the calls are made with. */
const endsSession = ({ method, path }: Target): boolean => path.includes('logout') || (method === 'DELETE' && path.includes('/self'))

const RELAYED_NAMES = [
  'chat/completions',
  'responses',
  'responses/input_tokens',
  'messages',
  'messages/count_tokens',
  'completions',
  'embeddings',
  'moderations',
  'rerank',
  'images/generations',
  'images/edits',
  'images/variations',
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'edits',
  'engines/x/embeddings',
  'oneapi/proxy/1/v1/models',
]

const RELAYED: readonly Target[] = [
  ...RELAYED_NAMES.map((name) => ({
    method: 'POST',
    path: `/v1/${name}`,
  })),
  ...['generateContent', 'streamGenerateContent', 'countTokens', 'embedContent', 'batchEmbedContents'].map((name) => ({
    method: 'POST',
    path: `/v1beta/models/x:${name}`,
  })),
  { method: 'GET', path: '/v1beta/models' },
  { method: 'GET', path: '/v1/models' },
  { method: 'GET', path: '/v1/models/x' },
  { method: 'GET', path: '/dashboard/billing/usage' },
]

/** Every endpoint of the contract and of the relay. Ids name nothing. */
export const TARGETS: readonly Target[] = [
  ...MODULES.flatMap((exports) => Object.values(exports).filter(isEndpoint))
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, '999999') }))
    .filter((target) => !endsSession(target)),
  ...RELAYED,
]
