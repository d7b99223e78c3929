import { expect, test } from 'bun:test'
import { zh } from '../../shared/i18n/zh.ts'
import { userRoleBadge, userStatusBadge } from './user-badges.ts'

test('C-442 every role has its name', () => {
  expect([1, 10, 100, 5].map((role) => zh[userRoleBadge(role).label])).toEqual(['普通用户', '管理员', '超级管理员', '未知身份'])
})

test('roles and statuses have these colours', () => {
  expect([1, 10, 100, 5].map((role) => userRoleBadge(role).color)).toEqual(['grey', 'yellow', 'orange', 'red'])
  expect([1, 2, 9].map((status) => userStatusBadge(status).color)).toEqual(['green', 'red', 'grey'])
})

test('C-443 every status has its name', () => {
  expect([1, 2, 9].map((status) => zh[userStatusBadge(status).label])).toEqual(['已激活', '已封禁', '未知状态'])
})
