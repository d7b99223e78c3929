import { loadPageTexts } from '../shared/i18n/language.ts'
import type { Screen } from './screen.ts'

/** Every screen inside the shell, one row each: its address, its place in the menu, its title and who may open it follow from the row. */
export const screens: readonly Screen[] = [
  { path: '/', area: 'home', icon: 'home', order: 10, load: async () => (await import('../features/home/home-page.tsx')).HomePage },
  {
    path: '/channel',
    area: 'channel',
    icon: 'channel',
    order: 30,
    load: async () => (await import('../features/channels/list/channel-list-page.tsx')).ChannelListPage,
  },
  {
    path: '/channel/add',
    area: 'channel',
    title: 'channel.addTitle',
    load: async () => (await import('../features/channels/form/channel-form-page.tsx')).ChannelAddPage,
  },
  {
    path: '/channel/edit/:id',
    area: 'channel',
    title: 'channel.editTitle',
    load: async () => (await import('../features/channels/form/channel-form-page.tsx')).ChannelEditPage,
  },
  {
    path: '/token',
    area: 'token',
    icon: 'key',
    order: 40,
    load: async () => (await import('../features/tokens/token-list-page.tsx')).TokenListPage,
  },
  {
    path: '/token/add',
    area: 'token',
    title: 'token.addTitle',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenAddPage,
  },
  {
    path: '/token/edit/:id',
    area: 'token',
    title: 'token.editTitle',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenEditPage,
  },
  {
    path: '/pricing',
    area: 'pricing',
    icon: 'tag',
    order: 45,
    load: async () => {
      const [{ PricingPage }] = await Promise.all([import('../features/pricing/pricing-page.tsx'), loadPageTexts('pricing')])
      return PricingPage
    },
  },
  {
    path: '/redemption',
    area: 'redemption',
    icon: 'ticket',
    order: 50,
    load: async () => (await import('../features/redemptions/redemption-list-page.tsx')).RedemptionListPage,
  },
  {
    path: '/redemption/add',
    area: 'redemption',
    title: 'redemption.addTitle',
    load: async () => (await import('../features/redemptions/redemption-form-page.tsx')).RedemptionAddPage,
  },
  {
    path: '/redemption/edit/:id',
    area: 'redemption',
    title: 'redemption.editTitle',
    load: async () => (await import('../features/redemptions/redemption-form-page.tsx')).RedemptionEditPage,
  },
  {
    path: '/user',
    area: 'user',
    icon: 'users',
    order: 70,
    label: 'user.menu',
    load: async () => (await import('../features/users/user-list-page.tsx')).UserListPage,
  },
  {
    path: '/user/add',
    area: 'user',
    title: 'user.addTitle',
    load: async () => (await import('../features/users/user-add-page.tsx')).UserAddPage,
  },
  {
    path: '/user/edit/:id',
    area: 'user',
    title: 'user.edit',
    load: async () => (await import('../features/users/user-edit-page.tsx')).UserEditPage,
  },
  {
    path: '/topup',
    area: 'topup',
    icon: 'wallet',
    order: 60,
    load: async () => (await import('../features/topup/topup-page.tsx')).TopUpPage,
  },
  {
    path: '/setting',
    area: 'setting',
    icon: 'gear',
    order: 100,
    load: async () => {
      const [{ SettingPage }] = await Promise.all([import('../features/settings/setting-page.tsx'), loadPageTexts('setting')])
      return SettingPage
    },
  },
  { path: '/chat', area: 'chat', icon: 'chat', order: 20, load: async () => (await import('../features/chat/chat-page.tsx')).ChatPage },
  {
    path: '/log',
    area: 'log',
    icon: 'list',
    order: 80,
    load: async () => (await import('../features/logs/log-list-page.tsx')).LogListPage,
  },
  {
    path: '/dashboard',
    area: 'dashboard',
    icon: 'dashboard',
    order: 90,
    load: async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage,
  },
  { path: '/user/edit', area: 'profile', load: async () => (await import('../features/profile/profile-page.tsx')).ProfilePage },
  {
    path: '/about',
    area: 'about',
    icon: 'info',
    order: 110,
    load: async () => (await import('../features/about/about-page.tsx')).AboutPage,
  },
  {
    path: '*',
    area: 'home',
    title: 'state.notFound',
    load: async () => (await import('../features/about/not-found-page.tsx')).NotFoundPage,
  },
]
