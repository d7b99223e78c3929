/** Where the tests stand that carry numbers. Pure rules have their checks beside the source; the rest is seen in a browser or asked of a running server. */
export const acceptanceFolders = { rules: ['packages/contract', 'apps/console'], screens: ['e2e/console/acceptance'] } as const
