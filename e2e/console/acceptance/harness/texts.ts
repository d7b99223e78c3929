export { en } from '../../../../apps/console/src/shared/i18n/en.ts'
export { fill } from '../../../../apps/console/src/shared/i18n/translate.ts'
export { zh } from '../../../../apps/console/src/shared/i18n/zh.ts'
