import { describe, expect, it } from 'bun:test'
import { z } from 'zod'
import { ChannelStatus, createChannel } from './channel.ts'
import { explainRoute, testChannels } from './channels/channel-checks.ts'
import { dashboardData } from './dashboard.ts'
import { LogType, logObject } from './log.ts'
import { ROUTING_STRATEGIES } from './options/routing.ts'
import { RedemptionStatus, editRedemption } from './redemption.ts'
import { Role, UserStatus } from './user.ts'
import { editUser, manageAction, manageUser, userOrder } from './user-admin.ts'
import { tokenOrder } from './token.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const choicesOf = ({ enum: choices = [], const: only, anyOf = [] }: JsonSchema): readonly unknown[] => [
  ...choices,
  ...(only === undefined ? [] : [only]),
  ...anyOf.flatMap((each) => choicesOf(each)),
]

/** The texts that a schema takes, however it is wrapped. */
const choicesIn = (schema: z.ZodType): string => choicesOf(z.toJSONSchema(schema, { io: 'input' })).join(' ')

describe('closed sets', () => {
  const charge = logObject.shape.charge.unwrap().shape
  it.each<readonly [string, z.ZodType, string]>([
    ['actions on users', manageAction, 'promote demote delete disable enable'],
    ['actions of the family', manageUser.input.body.shape.action, 'promote demote delete disable enable add_quota'],
    ['ways to change a balance', manageUser.input.body.shape.mode, 'add subtract override'],
    ['orders of users', userOrder, 'quota used_quota request_count'],
    ['orders of tokens', tokenOrder, 'remain_quota used_quota'],
    ['modes of keys', createChannel.input.body.shape.mode, 'single batch multi_to_single'],
    ['channels to test', testChannels.input.query.shape.scope, 'all disabled'],
    ['wires to explain', explainRoute.input.query.shape.wire, 'chat responses messages gemini'],
    [
      'reasons of a route',
      explainRoute.data.element.shape.reason,
      'usable drained circuit-open disabled auto-disabled other-group other-model unsupported',
    ],
    [
      'what needs attention',
      dashboardData.shape.attention.element.shape.kind,
      'no-channel channel-failing channel-auto-disabled channel-test-failed low-balance token-exhausted token-expired model-without-price',
    ],
    [
      'parts of a charge',
      charge.parts.element.shape.kind,
      'input audio_input image_input cache_read audio_cache_read cache_write cache_write_hour output audio_output image_output reasoning',
    ],
    [
      'fees',
      charge.fees.unwrap().element.shape.kind,
      'web_search grounded_prompt maps_grounding file_search code_interpreter image_generation request',
    ],
    ['units', charge.unit, 'token image character millisecond query'],
  ])('%s', (_, schema, choices) => {
    expect(choicesIn(schema)).toBe(choices)
  })

  it('have the numbers of the wire', () => {
    expect({ Role, UserStatus, ChannelStatus, RedemptionStatus, LogType }).toEqual({
      Role: { user: 1, admin: 10, root: 100 },
      UserStatus: { enabled: 1, disabled: 2, deleted: 3 },
      ChannelStatus: { enabled: 1, disabled: 2, autoDisabled: 3 },
      RedemptionStatus: { unused: 1, disabled: 2, used: 3 },
      LogType: { all: 0, topUp: 1, consume: 2, manage: 3, system: 4, test: 5, refused: 6 },
    })
    expect([...ROUTING_STRATEGIES]).toEqual(['weighted', 'latency', 'cost'])
  })

  it('let nobody but time and use set the rest', () => {
    const kept = [0, 1, 2, 3].map((status) => editRedemption.input.body.parse({ id: 1, status }).status)
    expect(kept).toEqual([undefined, 1, 2, undefined])
  })

  it('tell of a managed user the role and the status, and the balance where that was changed', () => {
    expect(Object.keys(manageUser.data.shape)).toEqual(['role', 'status', 'quota', 'is_repeat'])
    expect(manageUser.data.parse({ role: 1, status: 2 })).toEqual({ role: 1, status: 2 })
    expect(editUser.input.body.safeParse({ id: 0 }).success).toBe(false)
    expect(editUser.input.body.parse({ id: 1 })).toEqual({ id: 1 })
  })
})
