import type { Client, ClientInput } from './client.ts'

const claudeCode = ({ address, key, model }: ClientInput) => `export ANTHROPIC_BASE_URL="${address}"
export ANTHROPIC_AUTH_TOKEN="${key}"
export ANTHROPIC_MODEL="${model}"
export ANTHROPIC_DEFAULT_HAIKU_MODEL="${model}"
claude`

const codexSettings = ({ address, model }: ClientInput) => `model = "${model}"
model_provider = "weir"

[model_providers.weir]
name = "Weir"
base_url = "${address}/v1"
env_key = "WEIR_API_KEY"
wire_api = "responses"`

const geminiCli = ({ address, key, model }: ClientInput) => `export GOOGLE_GEMINI_BASE_URL="${address}"
export GEMINI_API_KEY="${key}"
gemini --model "${model}"`

/** Without it Gemini CLI takes an address of one's own for a kind of sign-in that it then refuses. */
const GEMINI_SETTINGS = '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }'

const opencodeSettings = ({ address, model }: ClientInput) => `{
  "$schema": "https://opencode.ai/config.json",
  "model": ${JSON.stringify(`weir/${model}`)},
  "provider": {
    "weir": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "Weir",
      "options": {
        "baseURL": "${address}/v1",
        "apiKey": "{env:WEIR_API_KEY}"
      },
      "models": { ${JSON.stringify(model)}: {} }
    }
  }
}`

const withKey = (key: string, program: string): string => `export WEIR_API_KEY="${key}"
${program}`

export const programs: readonly Client[] = [
  { id: 'claude-code', title: 'Claude Code', steps: (input) => [{ place: 'terminal', code: claudeCode(input) }] },
  {
    id: 'codex',
    title: 'Codex',
    steps: (input) => [
      { place: 'file', path: '~/.codex/config.toml', code: codexSettings(input) },
      { place: 'terminal', code: withKey(input.key, 'codex') },
    ],
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    steps: (input) => [
      { place: 'file', path: '~/.gemini/settings.json', code: GEMINI_SETTINGS },
      { place: 'terminal', code: geminiCli(input) },
    ],
  },
  {
    id: 'opencode',
    title: 'opencode',
    steps: (input) => [
      { place: 'file', path: '~/.config/opencode/opencode.json', code: opencodeSettings(input) },
      { place: 'terminal', code: withKey(input.key, 'opencode') },
    ],
  },
]
