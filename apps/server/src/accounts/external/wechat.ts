import { Refusal } from '@weir/contract/errors'
import { stripTrailingSlash } from '@weir/contract/values/format'
import { z } from 'zod'
import type { CallService } from '../../net/service-call.ts'
import { createAsk, externalId, type IdentityProvider } from './identity.ts'

const LABEL = '微信 WeChat'

const userReply = z.object({ success: z.boolean(), data: z.string().nullish() })

/** The WeChat server is a program of its own that knows which code belongs to whom, for three minutes. */
export const createWechat = (callService: CallService): IdentityProvider => {
  const ask = createAsk(callService, LABEL)
  return {
    key: 'wechat',
    label: LABEL,
    isOpen: (settings) => settings.isOn('WeChatAuthEnabled') && settings.text('WeChatServerAddress') !== '',
    async identify(code, settings) {
      const query = new URLSearchParams({ code })
      const url = `${stripTrailingSlash(settings.text('WeChatServerAddress'))}/api/wechat/user?${query.toString()}`
      const headers = { authorization: settings.text('WeChatServerToken') }
      const reply = await ask({ method: 'GET', url, headers }, userReply)
      const id = externalId.safeParse(reply.data)
      if (!reply.success || !id.success) throw new Refusal('provider-refused', { provider: LABEL })
      return { id: id.data, displayName: 'WeChat User', email: '', username: '' }
    },
  }
}
