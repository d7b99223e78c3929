import { zhFirst } from './zh-first.ts'
import { pricing } from './zh/pricing.ts'
import { redemption } from './zh/redemption.ts'
import { setting } from './zh/setting.ts'
import { statement } from './zh/statement.ts'

export const zh = { ...zhFirst, ...pricing, ...redemption, ...setting, ...statement } as const
