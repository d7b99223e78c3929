import type { EndpointDefinition } from '@weir/contract/endpoint'
import { getAbout, getHomePageContent, getNotice } from '@weir/contract/site'
import { useEffect } from 'react'
import { useEndpoint } from '../api/use-endpoint.ts'
import { type SiteText, siteTexts } from '../session/site-texts.ts'
import { useSiteText } from '../session/use-session.ts'

const endpoints = { notice: getNotice, about: getAbout, home_page_content: getHomePageContent } as const satisfies Record<
  SiteText,
  EndpointDefinition
>

/** A text of the operator: the last one seen at once, the fresh one when it comes. A server without it is as good as an empty text. */
export const useOperatorText = (name: Exclude<SiteText, 'notice'>): string => {
  const stored = useSiteText(name)
  const { data } = useEndpoint(endpoints[name], {}, { isOptional: true })
  useEffect(() => {
    if (typeof data === 'string') siteTexts.setSiteText(name, data)
  }, [data, name])
  return typeof data === 'string' ? data : stored
}

/** The notice as the server has it now. What was seen before is kept apart, so that it is announced once. */
export const useNotice = (): string => {
  const { data } = useEndpoint(endpoints.notice, {}, { isOptional: true })
  return typeof data === 'string' ? data.trim() : ''
}
