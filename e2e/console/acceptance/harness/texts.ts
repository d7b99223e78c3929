export { zh } from '../../../../apps/console/src/shared/i18n/zh.ts'
