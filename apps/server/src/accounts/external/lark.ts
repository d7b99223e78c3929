import { Refusal } from '@weir/contract/errors'
import { z } from 'zod'
import type { CallService } from '../../net/service-call.ts'
import { serverAddress } from '../../mail/server-address.ts'
import { createAsk, type IdentityProvider } from './identity.ts'

const LABEL = '飞书 Lark'

const tokenReply = z.object({ access_token: z.string().min(1) })
const userReply = z.object({ open_id: z.string().default(''), union_id: z.string().default(''), name: z.string().default('') })

interface LarkAddresses {
  readonly larkBase: string
  readonly larkPassport: string
}

export const createLark = (callService: CallService, { larkBase, larkPassport }: LarkAddresses): IdentityProvider => {
  const ask = createAsk(callService, LABEL)
  return {
    key: 'lark',
    label: LABEL,
    // Without a switch of its own it is open when it has been set up, and never otherwise.
    isOpen: (settings) => settings.text('LarkClientId') !== '' && settings.text('LarkClientSecret') !== '',
    async identify(code, settings) {
      const body = {
        grant_type: 'authorization_code',
        client_id: settings.text('LarkClientId'),
        client_secret: settings.text('LarkClientSecret'),
        code,
        redirect_uri: `${serverAddress(settings)}/oauth/lark`,
      }
      const token = await ask({ method: 'POST', url: `${larkBase}/open-apis/authen/v2/oauth/token`, body }, tokenReply)
      const headers = { authorization: `Bearer ${token.access_token}` }
      const user = await ask({ method: 'GET', url: `${larkPassport}/suite/passport/oauth/userinfo`, headers }, userReply)
      // open_id comes with every reply; union_id only with a further permission, so it must not decide who somebody is.
      const id = user.open_id || user.union_id
      if (id === '') throw new Refusal('provider-refused', { provider: LABEL })
      return { id, displayName: user.name || 'Lark User', email: '', username: '' }
    },
  }
}
