import type { Area } from '@weir/contract/areas'
import type { ComponentType } from 'react'
import { paths } from '../shared/navigation/paths.ts'
import type { PageKey } from '../shared/ui/page/page-loading.tsx'

export interface Screen {
  readonly path: string
  readonly page: PageKey
  readonly area: Area
  readonly load: () => Promise<ComponentType>
}

/** Every screen inside the shell. Adding one is a line here, and one in navigation.ts when it has a menu entry. */
export const screens: readonly Screen[] = [
  { path: paths.home, page: 'page.home', area: 'home', load: async () => (await import('../features/home/home-page.tsx')).HomePage },
  {
    path: paths.channel,
    page: 'page.channel',
    area: 'channel',
    load: async () => (await import('../features/channels/list/channel-list-page.tsx')).ChannelListPage,
  },
  {
    path: paths.channelAdd,
    page: 'page.channelAdd',
    area: 'channel',
    load: async () => (await import('../features/channels/form/channel-form-page.tsx')).ChannelAddPage,
  },
  {
    path: paths.channelEdit(':id'),
    page: 'page.channelEdit',
    area: 'channel',
    load: async () => (await import('../features/channels/form/channel-form-page.tsx')).ChannelEditPage,
  },
  {
    path: paths.token,
    page: 'page.token',
    area: 'token',
    load: async () => (await import('../features/tokens/token-list-page.tsx')).TokenListPage,
  },
  {
    path: paths.tokenAdd,
    page: 'page.tokenAdd',
    area: 'token',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenAddPage,
  },
  {
    path: paths.tokenEdit(':id'),
    page: 'page.tokenEdit',
    area: 'token',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenEditPage,
  },
  {
    path: paths.redemption,
    page: 'page.redemption',
    area: 'redemption',
    load: async () => (await import('../features/redemptions/redemption-list-page.tsx')).RedemptionListPage,
  },
  {
    path: paths.redemptionAdd,
    page: 'page.redemptionAdd',
    area: 'redemption',
    load: async () => (await import('../features/redemptions/redemption-form-page.tsx')).RedemptionAddPage,
  },
  {
    path: paths.redemptionEdit(':id'),
    page: 'page.redemptionEdit',
    area: 'redemption',
    load: async () => (await import('../features/redemptions/redemption-form-page.tsx')).RedemptionEditPage,
  },
  {
    path: paths.user,
    page: 'page.user',
    area: 'user',
    load: async () => (await import('../features/users/user-list-page.tsx')).UserListPage,
  },
  {
    path: paths.userAdd,
    page: 'page.userAdd',
    area: 'user',
    load: async () => (await import('../features/users/user-add-page.tsx')).UserAddPage,
  },
  {
    path: paths.userEdit(':id'),
    page: 'page.userEdit',
    area: 'user',
    load: async () => (await import('../features/users/user-edit-page.tsx')).UserEditPage,
  },
  {
    path: paths.topup,
    page: 'page.topup',
    area: 'topup',
    load: async () => (await import('../features/topup/topup-page.tsx')).TopUpPage,
  },
  {
    path: paths.setting,
    page: 'page.setting',
    area: 'setting',
    load: async () => (await import('../features/settings/setting-page.tsx')).SettingPage,
  },
  { path: paths.chat, page: 'page.chat', area: 'chat', load: async () => (await import('../features/chat/chat-page.tsx')).ChatPage },
  { path: paths.log, page: 'page.log', area: 'log', load: async () => (await import('../features/logs/log-list-page.tsx')).LogListPage },
  {
    path: paths.dashboard,
    page: 'page.dashboard',
    area: 'dashboard',
    load: async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: paths.profile,
    page: 'page.profile',
    area: 'profile',
    load: async () => (await import('../features/profile/profile-page.tsx')).ProfilePage,
  },
  { path: paths.about, page: 'page.about', area: 'about', load: async () => (await import('../features/about/about-page.tsx')).AboutPage },
  { path: '*', page: 'page.notFound', area: 'home', load: async () => (await import('../features/about/not-found-page.tsx')).NotFoundPage },
]
