import { texts, type Tongue } from '../tongue.ts'

export const tongue: Tongue = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'

export const say = (name: keyof typeof texts): string => texts[name][tongue]
