/** What the console asks for the latest release unless the operator names another address. */
export const RELEASES_URL = 'https://api.github.com/repos/weir-gateway/weir/releases/latest'
