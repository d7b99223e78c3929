export interface Area {
  readonly name: string
  readonly folders: readonly string[]
}

export const areas: readonly Area[] = [
  { name: 'console', folders: ['apps/console/src'] },
  { name: 'server', folders: ['apps/server/src'] },
  { name: 'contract', folders: ['packages/contract/src'] },
  { name: 'dialects', folders: ['packages/dialects/src'] },
  { name: 'ledger', folders: ['packages/ledger/src'] },
  { name: 'providers', folders: ['packages/providers/src'] },
  { name: 'relay', folders: ['packages/relay/src'] },
  { name: 'store', folders: ['packages/store/src'] },
]

export const areaOf = (path: string): string | undefined =>
  areas.find(({ folders }) => folders.some((folder) => path.startsWith(`${folder}/`)))?.name
