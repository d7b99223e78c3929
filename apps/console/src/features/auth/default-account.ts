const DEFAULT_USERNAME = 'root'
const DEFAULT_PASSWORD = '123456'

/** The account every fresh server starts with; its password must be changed after the first sign-in. */
export const isDefaultAccount = ({ username, password }: { readonly username: string; readonly password: string }): boolean =>
  username === DEFAULT_USERNAME && password === DEFAULT_PASSWORD
