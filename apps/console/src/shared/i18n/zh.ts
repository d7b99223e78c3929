import { zhFirst } from './zh-first.ts'
import { setting } from './zh/setting.ts'

export const zh = { ...zhFirst, ...setting } as const
