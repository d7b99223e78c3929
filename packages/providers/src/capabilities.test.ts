import { expect, it } from 'bun:test'
import { providers } from './index.ts'

const ALL =
  'audio/speech audio/transcriptions audio/translations completions embeddings images/edits images/generations images/variations moderations rerank'

/** What each can be asked for beside a chat: tasks, the wires it serves itself, and how its key is used. */
const table: readonly (readonly [number, string, string, string, string])[] = [
  [
    1,
    'openai',
    'audio/speech audio/transcriptions audio/translations completions embeddings images/edits images/generations images/variations moderations',
    'compaction responses',
    'balance same',
  ],
  [2, 'api2d', ALL, '', 'same'],
  [
    3,
    'azure',
    'audio/speech audio/transcriptions audio/translations completions embeddings images/edits images/generations images/variations',
    'compaction messages responses',
    'same',
  ],
  [4, 'closeai', ALL, '', 'balance same'],
  [5, 'openai-sb', ALL, '', 'balance same'],
  [6, 'openai-max', ALL, '', 'same'],
  [7, 'ohmygpt', ALL, '', 'same'],
  [8, 'custom', ALL, '', 'balance same'],
  [9, 'ai-ls', ALL, '', 'same'],
  [10, 'ai-proxy', ALL, '', 'balance same'],
  [11, 'palm', '', '', 'native'],
  [12, 'api2gpt', ALL, '', 'balance same'],
  [13, 'aigc2d', ALL, '', 'balance same'],
  [14, 'anthropic', '', 'messages', 'native'],
  [15, 'baidu', 'embeddings', '', 'access native'],
  [16, 'zhipu', 'audio/speech audio/transcriptions embeddings images/generations rerank', 'messages', 'same'],
  [17, 'ali', 'completions embeddings images/edits images/generations rerank', 'messages', 'same'],
  [18, 'xunfei', '', '', 'native'],
  [19, 'zhinao-360', 'embeddings', '', 'same'],
  [20, 'openrouter', 'completions embeddings', 'messages', 'balance same'],
  [21, 'ai-proxy-library', '', '', 'native'],
  [22, 'fastgpt', '', '', 'same'],
  [23, 'tencent', 'embeddings', '', 'native'],
  [24, 'gemini', 'embeddings images/generations', 'gemini', 'native'],
  [25, 'moonshot', '', 'messages', 'balance same'],
  [26, 'baichuan', 'embeddings', '', 'same'],
  [27, 'minimax', 'audio/speech images/generations', 'messages', 'same'],
  [28, 'mistral', 'audio/speech audio/transcriptions completions embeddings moderations', '', 'same'],
  [29, 'groq', 'audio/speech audio/transcriptions audio/translations', '', 'same'],
  [30, 'ollama', 'completions embeddings', '', 'native'],
  [31, 'yi', '', '', 'same'],
  [32, 'stepfun', 'audio/speech audio/transcriptions images/edits images/generations', '', 'balance same'],
  [33, 'aws', 'embeddings rerank', 'messages', 'native'],
  [34, 'coze', '', '', 'native'],
  [35, 'cohere', 'audio/transcriptions embeddings rerank', '', 'native'],
  [36, 'deepseek', 'completions', 'messages', 'balance same'],
  [37, 'cloudflare', 'completions embeddings images/generations rerank', '', 'same'],
  [38, 'deepl', '', '', 'balance native'],
  [39, 'together', 'audio/speech audio/transcriptions completions embeddings images/generations rerank', '', 'same'],
  [40, 'doubao', 'embeddings images/edits images/generations', '', 'same'],
  [41, 'novita', 'embeddings rerank', '', 'balance same'],
  [42, 'vertex', 'embeddings images/generations', 'gemini messages', 'access native'],
  [43, 'proxy', '', '', ''],
  [44, 'siliconflow', 'audio/speech audio/transcriptions embeddings images/edits images/generations rerank', 'messages', 'balance same'],
  [45, 'xai', 'images/generations', '', 'same'],
  [46, 'replicate', 'images/generations', '', 'native'],
  [47, 'baidu-v2', 'embeddings images/edits images/generations rerank', '', 'same'],
  [48, 'xunfei-v2', '', '', 'same'],
  [49, 'ali-bailian', 'embeddings rerank', 'messages', 'same'],
  [50, 'openai-compatible', ALL, '', 'same'],
  [51, 'gemini-openai', 'embeddings images/generations', '', 'same'],
  [1000, 'simulator', '', '', 'same'],
]

const namesIn = (offered: object | undefined): string =>
  Object.keys(offered ?? {})
    .toSorted()
    .join(' ')

it.each(table)('%p %s offers what is listed', (...row) => {
  const [type, name, offered, served, used] = row
  const provider = providers.get(type)
  if (provider === undefined) throw new Error(`no provider ${type}`)
  const { id, channelType, tasks, wires, balance, access, chat } = provider
  const uses = [balance && 'balance', access && 'access', chat?.wire.kind].filter((use) => use !== undefined).join(' ')
  expect([channelType, id, namesIn(tasks), namesIn(wires), uses]).toEqual([type, name, offered, served, used])
})

it('lists every provider', () => {
  expect([...providers.keys()].toSorted((a, b) => a - b)).toEqual(table.map(([type]) => type))
})
