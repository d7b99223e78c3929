import { isAdmin } from '@weir/contract/user'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useIsNarrow } from '../../shared/browser/use-media.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { UnsavedSections, useGuardedSections } from './layout/unsaved-sections.ts'
import { AlertsTab } from './alerts/alerts-tab.tsx'
import { OperationTab } from './options/operation-tab.tsx'
import { OtherTab } from './options/other-tab.tsx'
import { SystemTab } from './options/system-tab.tsx'
import { PersonalTab } from './personal/personal-tab.tsx'

type TabName = 'personal' | 'operation' | 'system' | 'alerts' | 'other'

const contents: Readonly<Record<TabName, ReactNode>> = {
  personal: <PersonalTab />,
  operation: <OperationTab />,
  system: <SystemTab />,
  alerts: <AlertsTab />,
  other: <OtherTab />,
}

const forEveryone: readonly TabName[] = ['personal']
const forAdmins: readonly TabName[] = ['personal', 'operation', 'system', 'alerts', 'other']

/** The tab lives in the address, so that it can be linked to and survives a reload. */
export const SettingPage = () => {
  const t = useText()
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const tabs = user !== undefined && isAdmin(user.role) ? forAdmins : forEveryone
  const unsaved = useGuardedSections()
  const isNarrow = useIsNarrow()
  const active = tabs.find((name) => name === params.get('tab')) ?? 'personal'
  return (
    <UnsavedSections value={unsaved}>
      <Tabs
        activeKey={active}
        onChange={(name) => setParams(name === 'personal' ? {} : { tab: name }, { replace: true })}
        destroyOnHidden
        animated={false}
        // On a phone all of them fit: a tab behind a menu would be found by few.
        {...(isNarrow && { tabBarGutter: 12 })}
        items={tabs.map((name) => ({
          key: name,
          label: <span data-testid={`tab-${name}`}>{t(`setting.tab.${name}`)}</span>,
          children: contents[name],
        }))}
      />
    </UnsavedSections>
  )
}
