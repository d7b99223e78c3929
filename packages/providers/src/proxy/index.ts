import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'

/** Serves no task of its own: what is sent to it by its channel's number is passed on as it is. */
export const proxy = defineProvider({ id: 'proxy', channelType: 43, classify: faultOfStatus })
