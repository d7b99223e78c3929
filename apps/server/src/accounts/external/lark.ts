import { z } from 'zod'
import type { CallService } from '../../net/service-call.ts'
import { serverAddress } from '../../mail/server-address.ts'
import { createAsk, externalId, type IdentityProvider } from './identity.ts'

const LABEL = '飞书 Lark'

const tokenReply = z.object({ access_token: z.string().min(1) })
const userReply = z.object({ open_id: externalId, name: z.string().default('') })

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
      // Never union_id in its place: it is a name of another kind, and one person's may equal the open_id of another.
      return { id: user.open_id, displayName: user.name || 'Lark User', email: '', username: '' }
    },
  }
}
