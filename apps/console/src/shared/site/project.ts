/** The project itself, for the credit line and the about page. */
export const REPOSITORY_URL = 'https://github.com/weir-gateway/weir'
export const LICENCE_URL = `${REPOSITORY_URL}/blob/main/LICENSE`
export const LATEST_RELEASE_PAGE = `${REPOSITORY_URL}/releases/latest`
export const LATEST_RELEASE_URL = 'https://api.github.com/repos/weir-gateway/weir/releases/latest'
