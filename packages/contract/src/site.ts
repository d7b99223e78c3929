import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cleanText } from './values/quantity.ts'

const publicText = <const P extends `/${string}`>(path: P, summary: string) =>
  endpoint({ method: 'GET', path, access: 'public', summary, input: {}, data: z.string() })

export const getNotice = publicText('/api/notice', 'The notice to show on the home page')
export const getAbout = publicText('/api/about', 'The text of the about page')
export const getHomePageContent = publicText('/api/home_page_content', 'The content of the home page')

export const listModelsByType = endpoint({
  method: 'GET',
  path: '/api/models',
  access: 'user',
  summary: 'Channel type to the names of its default models',
  input: {},
  data: z.record(z.string(), z.array(z.string())),
})

const pricedModel = z.object({
  model_name: z.string(),
  /** 0: by tokens, with the ratios. 1: by the call, at `model_price` dollars. */
  quota_type: z.int(),
  model_ratio: z.number(),
  model_price: z.number(),
  completion_ratio: z.number(),
  /** Dollars a picture by size and quality before the ratio of the group; what is not named costs `model_ratio`. */
  images: z.array(z.object({ size: z.string().optional(), quality: z.string().optional(), price: z.number() })).optional(),
  owner_by: z.string(),
  enable_groups: z.array(z.string()),
})

export const getPricing = endpoint({
  method: 'GET',
  path: '/api/pricing',
  access: 'public',
  visitorsIf: 'PricingPublic',
  summary: "The models of the caller's group with their prices, in the form of new-api",
  input: {},
  data: z.array(pricedModel),
  extra: z.object({ group_ratio: z.record(z.string(), z.number()), usable_group: z.record(z.string(), z.string()) }),
})

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/group/',
  access: 'admin',
  summary: 'The names of the groups, sorted',
  input: {},
  data: z.array(z.string()),
})

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/option/',
  access: 'admin',
  summary: 'All options but the secrets',
  input: {},
  data: z.array(z.object({ key: z.string(), value: z.string() })),
})

export const getOptionState = endpoint({
  method: 'GET',
  path: '/api/option/state',
  access: 'admin',
  summary: 'Options that root has not saved, and secrets that must be entered again because their address changed',
  input: {},
  data: z.object({ unconfirmed: z.array(z.string()), withheld: z.array(z.string()) }),
})

/** Kept as text; scripts may send a number or a switch as what it is. */
const optionValue = z.union([cleanText(500_000), z.union([z.number(), z.boolean()]).transform(String)])

export const setOption = endpoint({
  method: 'PUT',
  path: '/api/option/',
  access: 'admin',
  summary: 'Set one option; an empty secret clears it',
  input: { body: z.object({ key: cleanText(100), value: optionValue }) },
  undecodableStatus: 400,
  data: z.undefined(),
  audit: 'option.set',
})
