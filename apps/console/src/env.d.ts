interface ImportMetaEnv {
  /** Origin of the server when it is not the origin of the page; empty by default. */
  readonly VITE_SERVER?: string
  /** The version of the project this bundle was built from. */
  readonly VITE_VERSION?: string
}
