import { zhFirst } from './zh-first.ts'
import { pricing } from './zh/pricing.ts'
import { setting } from './zh/setting.ts'

export const zh = { ...zhFirst, ...pricing, ...setting } as const
