const DEFAULT_USERNAME = 'root'
const DEFAULT_PASSWORD = '123456'

/** The account every fresh server starts with; whoever signs in with it must change the password first. */
export const isDefaultAccount = ({ username, password }: { readonly username: string; readonly password: string }): boolean =>
  username === DEFAULT_USERNAME && password === DEFAULT_PASSWORD
