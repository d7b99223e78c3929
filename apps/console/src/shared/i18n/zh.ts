import { zhFirst } from './zh-first.ts'
import { logEntry } from './zh/log-entry.ts'
import { pricing } from './zh/pricing.ts'
import { redemption } from './zh/redemption.ts'
import { setting } from './zh/setting.ts'

export const zh = { ...zhFirst, ...logEntry, ...pricing, ...redemption, ...setting } as const
