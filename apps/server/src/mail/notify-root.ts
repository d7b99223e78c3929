import type { Users } from '@weir/store/repositories/users'
import { z } from 'zod'
import { describeError, log } from '../process/log.ts'
import { isPusherConfirmed } from '../settings/confirmed-services.ts'
import type { Mailer } from './mailer.ts'
import type { CallService } from '../net/service-call.ts'
import type { Settings } from '../settings/settings.ts'

export interface Notice {
  readonly subject: string
  readonly text: string
}

interface Dependencies {
  readonly settings: () => Settings
  readonly callService: CallService
  readonly mailer: Mailer
  readonly users: Pick<Users, 'findRoot'>
}

export type NotifyRoot = (notice: Notice) => Promise<void>

const pusherReply = z.object({ success: z.boolean() })

/** Tells root: through the message pusher when root has set one up, else by mail. Never throws. */
export const createNotifyRoot = ({ settings, callService, mailer, users }: Dependencies): NotifyRoot => {
  const push = async ({ subject, text }: Notice): Promise<boolean> => {
    const address = settings().text('MessagePusherAddress')
    if (address === '' || !isPusherConfirmed(settings())) return false
    const body = { title: subject, description: text, content: text, token: settings().text('MessagePusherToken') }
    const reply = await callService({ method: 'POST', url: address, body })
    const parsed = pusherReply.safeParse(reply.json)
    if (!parsed.success || !parsed.data.success) log.error('the message pusher refused a notice', { status: reply.status })
    return parsed.success && parsed.data.success
  }

  return async (notice) => {
    const isPushed = await push(notice).catch((error: unknown) => {
      log.error('the message pusher could not be reached', describeError(error))
      return false
    })
    if (isPushed) return
    const root = await users.findRoot()
    mailer.sendLater(root?.user.email ?? '', { subject: notice.subject, lines: [notice.text] })
  }
}
