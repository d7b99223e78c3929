/** What this machine, or any machine of the tests, cannot run, and where it is tried instead. */
export const notRun: readonly { readonly commands: RegExp; readonly reason: string }[] = [
  { commands: /^(?:claude|codex|opencode|gemini|aider)\b/, reason: 'a program of others; `npm run clients` starts those that npm has' },
  { commands: /^npx weir-gateway demo$/, reason: 'makes a month of logs; e2e/start/demo.test.ts starts it' },
  { commands: /^OTEL_/, reason: 'needs a receiver; e2e/start/telemetry.test.ts starts it so and reads what is sent' },
  { commands: /^(?:npm|pip) install\b/, reason: 'fetches packages; the same libraries run in e2e/sdk and e2e/clients' },
  {
    commands: /^npm (?:ci|prune|start)\b|^npx weir build$/,
    reason: 'changes the packages of this very copy; every check begins with npm ci',
  },
  { commands: /^npm run release\b/, reason: 'builds for a minute; the release runs it, and release:check tries the result' },
  { commands: /\bweir-linux-x64\b|^sha256sum /, reason: 'needs the executable; e2e/start/executable.test.ts builds and runs it' },
  { commands: /^sudo\b/, reason: 'changes the machine; tools/release/install.test.ts runs install.sh in a folder' },
  { commands: /^docker\b/, reason: 'needs a runtime for containers; release:check builds and runs the image' },
  { commands: /^(?:helm|kubectl)\b/, reason: 'needs a cluster; release:check renders the chart' },
  {
    commands: /^age-keygen|--age age1|--identity weir-backup\.key/,
    reason: 'needs a key of age; backup-commands.test.ts makes one and opens what was encrypted to it',
  },
  { commands: /postgres:\/\//, reason: 'names a server of the reader; e2e/start/restore.test.ts moves between databases' },
  { commands: /completion (?:zsh|fish)/, reason: 'needs that shell; command-line.test.ts reads what is printed' },
  { commands: /^npx weir import one-api\.db/, reason: 'needs the data of another gateway; apps/server/src/import builds them' },
  { commands: /^weir prices import https:/, reason: 'names an address of the reader; the tests of the price import serve one' },
  { commands: /^npx bun tools\/price-list\.ts/, reason: 'writes the catalogue of this very copy' },
  { commands: /^weir ledger reconcile/, reason: 'needs what a provider exports; apps/server/src/reconcile has samples' },
  { commands: /^curl https:\/\/weir\.example\//, reason: 'needs a provider of realtime sessions; e2e/relay has one of its own' },
]
