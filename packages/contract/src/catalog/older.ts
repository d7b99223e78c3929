import type { CatalogEntry, ListPrice, ModelMode } from './entry.ts'
import { names } from './names.ts'

const priced = (mode: ModelMode, price: ListPrice, models: string): readonly CatalogEntry[] =>
  names(models).map((model) => ({ model, mode, price }))

/**
 * Names that channels still serve and the newer lists do not hold. Prices in yuan were turned into dollars at 7.04.
 * OpenRouter's are those of the dearer direction for both.
 */
export const olderModels: Readonly<Record<string, readonly CatalogEntry[]>> = {
  ali: [
    ...priced('chat', { input: 0.1136, output: 0.1136 }, 'qwen-plus-latest'),
    ...priced('chat', { input: 0.3408, output: 0.3408 }, 'qwen-max-latest'),
    ...priced('chat', { input: 0.071, output: 0.071 }, 'qwen-max-longcontext qwen2.5-7b-instruct'),
    ...priced('chat', { input: 0.426, output: 0.426 }, 'qwen-vl-max qwen-vl-max-latest'),
    ...priced('chat', { input: 0.213, output: 0.213 }, 'qwen-vl-plus qwen-vl-plus-latest'),
    ...priced('chat', { input: 0.71, output: 0.71 }, 'qwen-vl-ocr qwen-vl-ocr-latest qwen1.5-72b-chat'),
    ...priced('chat', { input: 2.8572, output: 2.8572 }, 'qwen-audio-turbo'),
    ...priced(
      'chat',
      { input: 0.568, output: 0.568 },
      `
      qwen-math-plus qwen-math-plus-latest qwen2-72b-instruct qwen2-math-72b-instruct qwen2.5-72b-instruct qwen2.5-math-72b-instruct
    `,
    ),
    ...priced(
      'chat',
      { input: 0.284, output: 0.284 },
      `
      qwen-audio-chat qwen-coder-turbo qwen-coder-turbo-latest qwen-math-turbo qwen-math-turbo-latest qwen-vl-chat-v1 qwen-vl-v1
      qwen1.5-14b-chat qwen2-audio-instruct qwen2-vl-2b-instruct qwen2.5-coder-14b-instruct qwen2.5-coder-32b-instruct
      qwen2.5-vl-7b-instruct qwq-32b-preview
    `,
    ),
    ...priced('chat', { input: 0.497, output: 0.497 }, 'qwen-coder-plus qwen-coder-plus-latest qwen1.5-32b-chat qwen2-57b-a14b-instruct'),
    ...priced('chat', { input: 2.13, output: 2.13 }, 'qwen-mt-plus'),
    ...priced(
      'chat',
      { input: 0.142, output: 0.142 },
      `
      qwen-mt-turbo qwen1.5-0.5b-chat qwen1.5-1.8b-chat qwen1.5-7b-chat qwen2-0.5b-instruct qwen2-1.5b-instruct qwen2-7b-instruct
      qwen2-math-1.5b-instruct qwen2-math-7b-instruct qwen2.5-14b-instruct qwen2.5-coder-0.5b-instruct qwen2.5-coder-1.5b-instruct
      qwen2.5-coder-3b-instruct qwen2.5-coder-7b-instruct qwen2.5-math-1.5b-instruct qwen2.5-math-7b-instruct
    `,
    ),
    ...priced('chat', { input: 4.26, output: 4.26 }, 'qwen2.5-32b-instruct'),
    ...priced('chat', { input: 0.852, output: 0.852 }, 'qwen-1.8b-chat qwen-1.8b-longcontext-chat qwen-7b-chat qwen2.5-3b-instruct'),
    ...priced('chat', { input: 0.0426, output: 0.0426 }, 'qwen2.5-0.5b-instruct qwen2.5-1.5b-instruct'),
    ...priced('chat', { input: 0.994, output: 0.994 }, 'qwen1.5-110b-chat'),
    ...priced('chat', { input: 2.84, output: 2.84 }, 'qwen-72b-chat'),
    ...priced('chat', { input: 1.136, output: 1.136 }, 'qwen-14b-chat'),
    ...priced('chat', { input: 1.704, output: 1.704 }, 'qvq-72b-preview'),
    ...priced('chat', { input: 2.272, output: 2.272 }, 'qwen2-vl-7b-instruct qwen2.5-vl-72b-instruct'),
    ...priced('chat', { input: 0.1704, output: 0.1704 }, 'qwen2.5-vl-3b-instruct'),
    ...priced('chat', { input: 0.142, output: 0.284 }, 'deepseek-r1-distill-qwen-1.5b deepseek-r1-distill-qwen-14b'),
    ...priced('chat', { input: 0.071, output: 0.142 }, 'deepseek-r1-distill-llama-8b deepseek-r1-distill-qwen-7b'),
    ...priced('chat', { input: 0.284, output: 0.568 }, 'deepseek-r1-distill-qwen-32b'),
    ...priced('chat', { input: 0.568, output: 1.136 }, 'deepseek-r1-distill-llama-70b'),
    ...priced(
      'embedding',
      { input: 0.0994 },
      `
      text-embedding-async-v1 text-embedding-async-v2 text-embedding-v1 text-embedding-v2 text-embedding-v3
    `,
    ),
    ...priced('image', { perImage: 0.016 }, 'ali-stable-diffusion-v1.5 ali-stable-diffusion-xl wanx-v1'),
  ],
  anthropic: [
    ...priced('chat', { input: 0.8, output: 2.4 }, 'claude-instant-1.2'),
    ...priced('chat', { input: 8, output: 24 }, 'claude-2.0 claude-2.1'),
    ...priced('chat', { input: 1, output: 5 }, 'claude-3-5-haiku-20241022 claude-3-5-haiku-latest'),
    ...priced(
      'chat',
      { input: 3, output: 15 },
      `
      claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022 claude-3-5-sonnet-latest claude-3-sonnet-20240229
    `,
    ),
  ],
  baichuan: [
    ...priced('chat', { input: 1.136, output: 1.136 }, 'Baichuan2-Turbo'),
    ...priced('chat', { input: 2.272, output: 2.272 }, 'Baichuan2-Turbo-192k'),
    ...priced('chat', { input: 2.84, output: 2.84 }, 'Baichuan2-53B'),
  ],
  baidu: [
    ...priced('chat', { input: 17.04, output: 17.04 }, 'ERNIE-4.0-8K'),
    ...priced('chat', { input: 1.704, output: 1.704 }, 'ERNIE-3.5-4K-0205 ERNIE-3.5-8K ERNIE-3.5-8K-1222'),
    ...priced('chat', { input: 3.408, output: 3.408 }, 'ERNIE-3.5-8K-0205 ERNIE-Bot-8K'),
    ...priced('chat', { input: 0.568, output: 0.568 }, 'BLOOMZ-7B ERNIE-Speed-128K ERNIE-Speed-8K'),
    ...priced('chat', { input: 1.136, output: 1.136 }, 'ERNIE-Lite-8K-0922'),
    ...priced('chat', { input: 0.426, output: 0.426 }, 'ERNIE-Lite-8K-0308'),
    ...priced('chat', { input: 0.142, output: 0.142 }, 'ERNIE-Tiny-8K'),
    ...priced('embedding', { input: 0.284 }, 'Embedding-V1 bge-large-en bge-large-zh tao-8k'),
  ],
  cohere: [...priced('chat', { input: 1, output: 2 }, 'command-light-nightly')],
  deepl: [...priced('chat', { input: 25, output: 25 }, 'deepl-en deepl-ja deepl-zh')],
  gemini: [
    ...priced('chat', { input: 0.25, output: 0.75 }, 'gemini-pro'),
    ...priced('chat', { input: 0.125, output: 0.375 }, 'gemini-1.0-pro'),
    ...priced(
      'chat',
      { input: 1.25, output: 3.75 },
      `
      gemini-1.5-pro gemini-1.5-pro-001 gemini-1.5-pro-experimental gemini-2.0-pro-exp-02-05
    `,
    ),
    ...priced(
      'chat',
      { input: 0.075, output: 0.225 },
      `
      gemini-1.5-flash-001 gemini-2.0-flash-exp gemini-2.0-flash-lite-preview-02-05 gemini-2.0-flash-thinking-exp-01-21
    `,
    ),
    ...priced('chat', { input: 0.0375, output: 0.1125 }, 'gemini-1.5-flash-8b'),
    ...priced('chat', { input: 2, output: 2 }, 'aqa'),
  ],
  groq: [
    ...priced('chat', { input: 0.2, output: 0.2 }, 'gemma2-9b-it'),
    ...priced('chat', { input: 0.59, output: 0.59 }, 'llama-3.1-70b-versatile llama-3.2-90b-text-preview'),
    ...priced(
      'chat',
      { input: 0.05, output: 0.05 },
      `
      llama-3.2-11b-text-preview llama-3.2-11b-vision-preview llama-3.2-1b-preview llama-3.2-3b-preview llama-guard-3-8b
    `,
    ),
    ...priced('chat', { input: 0.59, output: 0.79 }, 'llama3-70b-8192'),
    ...priced('chat', { input: 0.05, output: 0.08 }, 'llama3-8b-8192'),
    ...priced('chat', { input: 0.89, output: 0.89 }, 'llama3-groq-70b-8192-tool-use-preview'),
    ...priced('chat', { input: 0.19, output: 0.19 }, 'llama3-groq-8b-8192-tool-use-preview'),
    ...priced('chat', { input: 0.24, output: 0.24 }, 'mixtral-8x7b-32768'),
  ],
  minimax: [
    ...priced('chat', { input: 4.26, output: 4.26 }, 'abab6.5-chat'),
    ...priced('chat', { input: 1.42, output: 1.42 }, 'abab6.5s-chat'),
    ...priced('chat', { input: 14.2, output: 14.2 }, 'abab6-chat'),
    ...priced('chat', { input: 2.13, output: 2.13 }, 'abab5.5-chat'),
    ...priced('chat', { input: 0.71, output: 0.71 }, 'abab5.5s-chat'),
  ],
  openai: [
    ...priced('chat', { input: 60, output: 120 }, 'gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613'),
    ...priced('chat', { input: 10, output: 30 }, 'gpt-4-vision-preview'),
    ...priced('chat', { input: 1.5, output: 2 }, 'gpt-3.5-turbo-0301 gpt-3.5-turbo-0613'),
    ...priced('chat', { input: 3, output: 4 }, 'gpt-3.5-turbo-16k-0613'),
    ...priced('chat', { input: 15, output: 60 }, 'o1-preview o1-preview-2024-09-12'),
    ...priced('chat', { input: 3, output: 12 }, 'o1-mini o1-mini-2024-09-12'),
    ...priced('completion', { input: 1.5, output: 2 }, 'gpt-3.5-turbo-instruct'),
    ...priced('completion', { input: 2, output: 2 }, 'davinci-002 text-curie-001'),
    ...priced('completion', { input: 0.4, output: 0.4 }, 'babbage-002 text-ada-001'),
    ...priced('completion', { input: 0.5, output: 0.5 }, 'text-babbage-001'),
    ...priced(
      'completion',
      { input: 20, output: 20 },
      `
      ada babbage code-davinci-edit-001 curie davinci text-davinci-002 text-davinci-003 text-davinci-edit-001
    `,
    ),
    ...priced('embedding', { input: 20 }, 'text-search-ada-doc-001'),
    ...priced(
      'image',
      {
        perImage: 0.016,
        images: [
          { size: '256x256', price: 0.016 },
          { size: '512x512', price: 0.018 },
          { size: '1024x1024', price: 0.02 },
        ],
      },
      'dall-e-2',
    ),
    ...priced(
      'image',
      {
        perImage: 0.04,
        images: [
          { size: '1024x1024', price: 0.04 },
          { size: '1024x1792', price: 0.08 },
          { size: '1792x1024', price: 0.08 },
          { size: '1024x1024', quality: 'hd', price: 0.08 },
          { size: '1024x1792', quality: 'hd', price: 0.12 },
          { size: '1792x1024', quality: 'hd', price: 0.12 },
        ],
      },
      'dall-e-3',
    ),
  ],
  openrouter: [
    ...priced('chat', { input: 3, output: 3 }, '01-ai/yi-large anthracite-org/magnum-v2-72b sao10k/l3.1-70b-hanami-x1'),
    ...priced(
      'chat',
      { input: 1.2, output: 1.2 },
      `
      aetherwiing/mn-starcannon-12b databricks/dbrx-instruct infermatic/mn-inferor-12b nothingiisreal/mn-celeste-12b
      pygmalionai/mythalion-13b qwen/qwen-plus sao10k/fimbulvetr-11b-v2 undi95/remm-slerp-l2-13b
    `,
    ),
    ...priced('chat', { input: 8, output: 8 }, 'ai21/jamba-1-5-large'),
    ...priced(
      'chat',
      { input: 0.4, output: 0.4 },
      `
      ai21/jamba-1-5-mini google/gemini-2.0-flash-001 meta-llama/llama-3-70b-instruct qwen/qwen-2-vl-72b-instruct
      qwen/qwen-2.5-72b-instruct
    `,
    ),
    ...priced('chat', { input: 0.7, output: 0.7 }, 'ai21/jamba-instruct'),
    ...priced('chat', { input: 12, output: 12 }, 'aion-labs/aion-1.0'),
    ...priced('chat', { input: 2.4, output: 2.4 }, 'aion-labs/aion-1.0-mini deepseek/deepseek-r1'),
    ...priced(
      'chat',
      { input: 0.2, output: 0.2 },
      `
      aion-labs/aion-rp-llama-3.1-8b meta-llama/llama-guard-2-8b mistralai/mistral-7b-instruct-v0.1
      perplexity/llama-3.1-sonar-small-128k-chat perplexity/llama-3.1-sonar-small-128k-online qwen/qwen-turbo
    `,
    ),
    ...priced(
      'chat',
      { input: 10, output: 10 },
      `
      allenai/llama-3.1-tulu-3-405b inflection/inflection-3-pi inflection/inflection-3-productivity openai/gpt-4o
      openai/gpt-4o-2024-08-06 openai/gpt-4o-2024-11-20 x-ai/grok-2-1212 x-ai/grok-2-vision-1212
    `,
    ),
    ...priced('chat', { input: 9.375, output: 9.375 }, 'alpindale/goliath-120b'),
    ...priced(
      'chat',
      { input: 2.25, output: 2.25 },
      `
      alpindale/magnum-72b anthracite-org/magnum-v4-72b mancer/weaver neversleep/noromaid-20b
    `,
    ),
    ...priced('chat', { input: 0.24, output: 0.24 }, 'amazon/nova-lite-v1 mistralai/mixtral-8x7b-instruct'),
    ...priced('chat', { input: 0.14, output: 0.14 }, 'amazon/nova-micro-v1 microsoft/phi-4 mistralai/mistral-small-24b-instruct-2501'),
    ...priced('chat', { input: 3.2, output: 3.2 }, 'amazon/nova-pro-v1'),
    ...priced(
      'chat',
      { input: 24, output: 24 },
      `
      anthropic/claude-2 anthropic/claude-2.0 anthropic/claude-2.0:beta anthropic/claude-2.1 anthropic/claude-2.1:beta
      anthropic/claude-2:beta
    `,
    ),
    ...priced('chat', { input: 1.25, output: 1.25 }, 'anthropic/claude-3-haiku anthropic/claude-3-haiku:beta'),
    ...priced('chat', { input: 75, output: 75 }, 'anthropic/claude-3-opus anthropic/claude-3-opus:beta'),
    ...priced(
      'chat',
      { input: 15, output: 15 },
      `
      anthropic/claude-3-sonnet anthropic/claude-3-sonnet:beta anthropic/claude-3.5-sonnet anthropic/claude-3.5-sonnet-20240620
      anthropic/claude-3.5-sonnet-20240620:beta anthropic/claude-3.5-sonnet:beta openai/chatgpt-4o-latest openai/gpt-4o-2024-05-13
      x-ai/grok-beta x-ai/grok-vision-beta
    `,
    ),
    ...priced(
      'chat',
      { input: 4, output: 4 },
      `
      anthropic/claude-3.5-haiku anthropic/claude-3.5-haiku-20241022 anthropic/claude-3.5-haiku-20241022:beta
      anthropic/claude-3.5-haiku:beta openai/gpt-3.5-turbo-16k
    `,
    ),
    ...priced(
      'chat',
      { input: 0.9, output: 0.9 },
      `
      cognitivecomputations/dolphin-mixtral-8x22b meta-llama/llama-2-70b-chat mistralai/codestral-2501
      mistralai/mixtral-8x22b-instruct qwen/qwen-2-72b-instruct
    `,
    ),
    ...priced(
      'chat',
      { input: 0.5, output: 0.5 },
      `
      cognitivecomputations/dolphin-mixtral-8x7b jondurbin/airoboros-l2-70b microsoft/wizardlm-2-8x22b qwen/qvq-72b-preview
      thedrummer/rocinante-12b thedrummer/unslopnemo-12b
    `,
    ),
    ...priced('chat', { input: 1.9, output: 1.9 }, 'cohere/command'),
    ...priced('chat', { input: 1.425, output: 1.425 }, 'cohere/command-r cohere/command-r-03-2024'),
    ...priced('chat', { input: 0.57, output: 0.57 }, 'cohere/command-r-08-2024'),
    ...priced('chat', { input: 14.25, output: 14.25 }, 'cohere/command-r-plus cohere/command-r-plus-04-2024'),
    ...priced('chat', { input: 9.5, output: 9.5 }, 'cohere/command-r-plus-08-2024'),
    ...priced(
      'chat',
      { input: 0.15, output: 0.15 },
      `
      cohere/command-r7b-12-2024 deepseek/deepseek-r1-distill-qwen-14b google/gemini-flash-1.5-8b google/gemma-7b-it liquid/lfm-40b
    `,
    ),
    ...priced('chat', { input: 0.89, output: 0.89 }, 'deepseek/deepseek-chat'),
    ...priced(
      'chat',
      { input: 2, output: 2 },
      `
      deepseek/deepseek-chat-v2.5 google/palm-2-chat-bison google/palm-2-chat-bison-32k google/palm-2-codechat-bison
      google/palm-2-codechat-bison-32k meta-llama/llama-3.1-405b openai/gpt-3.5-turbo-0613 openai/gpt-3.5-turbo-1106
      openai/gpt-3.5-turbo-instruct
    `,
    ),
    ...priced(
      'chat',
      { input: 0, output: 0 },
      `
      deepseek/deepseek-chat:free deepseek/deepseek-r1-distill-llama-70b:free deepseek/deepseek-r1:free
      google/gemini-2.0-flash-exp:free google/gemini-2.0-flash-lite-preview-02-05:free
      google/gemini-2.0-flash-thinking-exp-1219:free google/gemini-2.0-flash-thinking-exp:free google/gemini-2.0-pro-exp-02-05:free
      google/gemini-exp-1206:free google/gemini-flash-1.5-8b-exp google/gemma-2-9b-it:free google/learnlm-1.5-pro-experimental:free
      gryphe/mythomax-l2-13b:free huggingfaceh4/zephyr-7b-beta:free meta-llama/llama-3-8b-instruct:free
      meta-llama/llama-3.2-11b-vision-instruct:free meta-llama/llama-3.3-70b-instruct:free microsoft/phi-3-medium-128k-instruct:free
      microsoft/phi-3-mini-128k-instruct:free mistralai/mistral-7b-instruct:free mistralai/mistral-nemo:free
      mistralai/mistral-small-24b-instruct-2501:free nvidia/llama-3.1-nemotron-70b-instruct:free openchat/openchat-7b:free
      qwen/qwen-2-7b-instruct:free qwen/qwen-vl-plus:free qwen/qwen2.5-vl-72b-instruct:free
      sophosympatheia/rogue-rose-103b-v0.2:free undi95/toppy-m-7b:free
    `,
    ),
    ...priced('chat', { input: 0.69, output: 0.69 }, 'deepseek/deepseek-r1-distill-llama-70b'),
    ...priced(
      'chat',
      { input: 0.04, output: 0.04 },
      `
      deepseek/deepseek-r1-distill-llama-8b mistralai/ministral-3b nousresearch/hermes-2-pro-llama-3-8b
    `,
    ),
    ...priced(
      'chat',
      { input: 0.18, output: 0.18 },
      `
      deepseek/deepseek-r1-distill-qwen-1.5b deepseek/deepseek-r1-distill-qwen-32b qwen/qwq-32b-preview
    `,
    ),
    ...priced(
      'chat',
      { input: 6, output: 6 },
      `
      eva-unit-01/eva-llama-3.33-70b eva-unit-01/eva-qwen-2.5-72b mistralai/mistral-large mistralai/mistral-large-2407
      mistralai/mistral-large-2411 mistralai/pixtral-large-2411
    `,
    ),
    ...priced('chat', { input: 3.4, output: 3.4 }, 'eva-unit-01/eva-qwen-2.5-32b'),
    ...priced(
      'chat',
      { input: 0.3, output: 0.3 },
      `
      google/gemini-flash-1.5 meta-llama/llama-3.1-70b-instruct meta-llama/llama-3.3-70b-instruct
      nousresearch/hermes-3-llama-3.1-70b nvidia/llama-3.1-nemotron-70b-instruct
    `,
    ),
    ...priced(
      'chat',
      { input: 1.5, output: 1.5 },
      `
      google/gemini-pro google/gemini-pro-vision openai/gpt-3.5-turbo openai/gpt-3.5-turbo-0125
    `,
    ),
    ...priced(
      'chat',
      { input: 5, output: 5 },
      `
      google/gemini-pro-1.5 perplexity/llama-3.1-sonar-huge-128k-online perplexity/sonar-reasoning
    `,
    ),
    ...priced('chat', { input: 0.27, output: 0.27 }, 'google/gemma-2-27b-it'),
    ...priced('chat', { input: 0.06, output: 0.06 }, 'google/gemma-2-9b-it meta-llama/llama-3-8b-instruct sao10k/l3-lunaris-8b'),
    ...priced('chat', { input: 0.065, output: 0.065 }, 'gryphe/mythomax-l2-13b'),
    ...priced('chat', { input: 0.02, output: 0.02 }, 'liquid/lfm-3b'),
    ...priced('chat', { input: 0.01, output: 0.01 }, 'liquid/lfm-7b meta-llama/llama-3.2-1b-instruct'),
    ...priced('chat', { input: 0.22, output: 0.22 }, 'meta-llama/llama-2-13b-chat'),
    ...priced(
      'chat',
      { input: 0.8, output: 0.8 },
      `
      meta-llama/llama-3.1-405b-instruct nousresearch/hermes-3-llama-3.1-405b sao10k/l3-euryale-70b sao10k/l3.1-euryale-70b
      sao10k/l3.3-euryale-70b sophosympatheia/midnight-rose-70b
    `,
    ),
    ...priced('chat', { input: 0.05, output: 0.05 }, 'meta-llama/llama-3.1-8b-instruct qwen/qwen-2.5-7b-instruct'),
    ...priced(
      'chat',
      { input: 0.055, output: 0.055 },
      `
      meta-llama/llama-3.2-11b-vision-instruct mistralai/mistral-7b-instruct mistralai/mistral-7b-instruct-v0.3 openchat/openchat-7b
    `,
    ),
    ...priced('chat', { input: 0.025, output: 0.025 }, 'meta-llama/llama-3.2-3b-instruct'),
    ...priced('chat', { input: 1.6, output: 1.6 }, 'meta-llama/llama-3.2-90b-vision-instruct'),
    ...priced(
      'chat',
      { input: 1, output: 1 },
      `
      microsoft/phi-3-medium-128k-instruct perplexity/llama-3.1-sonar-large-128k-chat perplexity/llama-3.1-sonar-large-128k-online
      perplexity/sonar
    `,
    ),
    ...priced(
      'chat',
      { input: 0.1, output: 0.1 },
      `
      microsoft/phi-3-mini-128k-instruct microsoft/phi-3.5-mini-128k-instruct mistralai/ministral-8b mistralai/pixtral-12b
      qwen/qwen-2-vl-7b-instruct
    `,
    ),
    ...priced('chat', { input: 0.07, output: 0.07 }, 'microsoft/wizardlm-2-7b undi95/toppy-m-7b'),
    ...priced('chat', { input: 1.1, output: 1.1 }, 'minimax/minimax-01'),
    ...priced('chat', { input: 0.25, output: 0.25 }, 'mistralai/codestral-mamba mistralai/mistral-tiny'),
    ...priced('chat', { input: 8.1, output: 8.1 }, 'mistralai/mistral-medium'),
    ...priced('chat', { input: 0.08, output: 0.08 }, 'mistralai/mistral-nemo'),
    ...priced(
      'chat',
      { input: 0.6, output: 0.6 },
      `
      mistralai/mistral-small mistralai/mixtral-8x7b nousresearch/nous-hermes-2-mixtral-8x7b-dpo openai/gpt-4o-mini
      openai/gpt-4o-mini-2024-07-18
    `,
    ),
    ...priced(
      'chat',
      { input: 4.5, output: 4.5 },
      `
      neversleep/llama-3-lumimaid-70b neversleep/llama-3.1-lumimaid-70b raifle/sorcererlm-8x22b
    `,
    ),
    ...priced(
      'chat',
      { input: 1.125, output: 1.125 },
      `
      neversleep/llama-3-lumimaid-8b neversleep/llama-3-lumimaid-8b:extended neversleep/llama-3.1-lumimaid-8b
    `,
    ),
    ...priced('chat', { input: 0.17, output: 0.17 }, 'nousresearch/nous-hermes-llama2-13b teknium/openhermes-2.5-mistral-7b'),
    ...priced(
      'chat',
      { input: 60, output: 60 },
      `
      openai/gpt-4 openai/gpt-4-0314 openai/o1 openai/o1-preview openai/o1-preview-2024-09-12
    `,
    ),
    ...priced('chat', { input: 30, output: 30 }, 'openai/gpt-4-1106-preview openai/gpt-4-turbo openai/gpt-4-turbo-preview'),
    ...priced('chat', { input: 120, output: 120 }, 'openai/gpt-4-32k openai/gpt-4-32k-0314'),
    ...priced('chat', { input: 18, output: 18 }, 'openai/gpt-4o:extended'),
    ...priced('chat', { input: 4.4, output: 4.4 }, 'openai/o1-mini openai/o1-mini-2024-09-12 openai/o3-mini openai/o3-mini-high'),
    ...priced('chat', { input: 0.054, output: 0.054 }, 'qwen/qwen-2-7b-instruct'),
    ...priced('chat', { input: 0.16, output: 0.16 }, 'qwen/qwen-2.5-coder-32b-instruct'),
    ...priced('chat', { input: 6.4, output: 6.4 }, 'qwen/qwen-max'),
    ...priced('chat', { input: 3.75, output: 3.75 }, 'xwin-lm/xwin-lm-70b'),
  ],
  replicate: [
    ...priced('chat', { input: 0.1, output: 0.5 }, 'ibm-granite/granite-20b-code-instruct-8k meta/llama-2-13b meta/llama-2-13b-chat'),
    ...priced('chat', { input: 0.03, output: 0.25 }, 'ibm-granite/granite-3.0-2b-instruct'),
    ...priced(
      'chat',
      { input: 0.05, output: 0.25 },
      `
      ibm-granite/granite-3.0-8b-instruct ibm-granite/granite-8b-code-instruct-128k meta/llama-2-7b meta/llama-2-7b-chat
      meta/meta-llama-3-8b meta/meta-llama-3-8b-instruct mistralai/mistral-7b-instruct-v0.2 mistralai/mistral-7b-v0.1
    `,
    ),
    ...priced(
      'chat',
      { input: 0.65, output: 2.75 },
      `
      meta/llama-2-70b meta/llama-2-70b-chat meta/meta-llama-3-70b meta/meta-llama-3-70b-instruct
    `,
    ),
    ...priced('chat', { input: 9.5, output: 9.5 }, 'meta/meta-llama-3.1-405b-instruct'),
    ...priced('chat', { input: 0.3, output: 1 }, 'mistralai/mixtral-8x7b-instruct-v0.1'),
    ...priced(
      'image',
      { perImage: 0.04 },
      `
      black-forest-labs/flux-1.1-pro black-forest-labs/flux-fill-dev recraft-ai/recraft-v3
      stability-ai/stable-diffusion-3.5-large-turbo
    `,
    ),
    ...priced('image', { perImage: 0.06 }, 'black-forest-labs/flux-1.1-pro-ultra'),
    ...priced(
      'image',
      { perImage: 0.025 },
      `
      black-forest-labs/flux-canny-dev black-forest-labs/flux-depth-dev black-forest-labs/flux-dev black-forest-labs/flux-redux-dev
    `,
    ),
    ...priced(
      'image',
      { perImage: 0.05 },
      `
      black-forest-labs/flux-canny-pro black-forest-labs/flux-depth-pro black-forest-labs/flux-fill-pro
      ideogram-ai/ideogram-v2-turbo
    `,
    ),
    ...priced('image', { perImage: 0.032 }, 'black-forest-labs/flux-dev-lora'),
    ...priced('image', { perImage: 0.055 }, 'black-forest-labs/flux-pro'),
    ...priced('image', { perImage: 0.003 }, 'black-forest-labs/flux-redux-schnell black-forest-labs/flux-schnell'),
    ...priced('image', { perImage: 0.02 }, 'black-forest-labs/flux-schnell-lora'),
    ...priced('image', { perImage: 0.08 }, 'ideogram-ai/ideogram-v2 recraft-ai/recraft-v3-svg'),
    ...priced('image', { perImage: 0.035 }, 'stability-ai/stable-diffusion-3 stability-ai/stable-diffusion-3.5-medium'),
    ...priced('image', { perImage: 0.065 }, 'stability-ai/stable-diffusion-3.5-large'),
  ],
  simulator: [...priced('chat', { input: 0, output: 0 }, 'simulator-echo simulator-slow')],
  stepfun: [
    ...priced('chat', { input: 0.71, output: 0.71 }, 'step-1-8k step-1v-8k'),
    ...priced('chat', { input: 2.13, output: 2.13 }, 'step-1-32k step-1v-32k'),
    ...priced('chat', { input: 5.68, output: 5.68 }, 'step-1-128k'),
    ...priced('chat', { input: 13.49, output: 13.49 }, 'step-1-256k'),
    ...priced('chat', { input: 0.142, output: 0.142 }, 'step-1-flash'),
    ...priced('chat', { input: 5.396, output: 5.396 }, 'step-2-16k'),
  ],
  tencent: [
    ...priced('chat', { input: 2.13, output: 2.13 }, 'hunyuan-turbo'),
    ...priced('chat', { input: 0.568, output: 0.568 }, 'hunyuan-code hunyuan-functioncall hunyuan-large hunyuan-role'),
    ...priced('chat', { input: 0.852, output: 0.852 }, 'hunyuan-large-longcontext'),
    ...priced('chat', { input: 0.1136, output: 0.1136 }, 'hunyuan-standard'),
    ...priced('chat', { input: 0.071, output: 0.071 }, 'hunyuan-standard-256K'),
    ...priced('chat', { input: 0.71, output: 0.71 }, 'hunyuan-translation-lite'),
    ...priced('chat', { input: 11.36, output: 11.36 }, 'hunyuan-turbo-vision'),
    ...priced('chat', { input: 2.556, output: 2.556 }, 'hunyuan-vision'),
    ...priced('embedding', { input: 0.0994 }, 'hunyuan-embedding'),
  ],
  xunfei: [
    ...priced(
      'chat',
      { input: 2.5716, output: 2.5716 },
      `
      SparkDesk SparkDesk-v1.1 SparkDesk-v2.1 SparkDesk-v3.1 SparkDesk-v3.1-128K SparkDesk-v3.5 SparkDesk-v3.5-32K SparkDesk-v4.0
    `,
    ),
  ],
  yi: [
    ...priced('chat', { input: 0.355, output: 0.355 }, 'yi-34b-chat-0205'),
    ...priced('chat', { input: 1.704, output: 1.704 }, 'yi-34b-chat-200k'),
    ...priced('chat', { input: 0.852, output: 0.852 }, 'yi-vl-plus'),
  ],
  'zhinao-360': [
    ...priced('chat', { input: 1.7144, output: 1.7144 }, '360GPT_S2_V9'),
    ...priced('embedding', { input: 0.143 }, 'embedding-bert-512-v1 embedding_s1_v1 semantic_similarity_s1_v1'),
  ],
  zhipu: [
    ...priced('chat', { input: 1.42, output: 1.42 }, 'glm-4-airx glm-zero-preview'),
    ...priced('chat', { input: 7.1, output: 7.1 }, 'glm-4-plus glm-4v'),
    ...priced('chat', { input: 14.2, output: 14.2 }, 'glm-4 glm-4-0520'),
    ...priced('chat', { input: 0.071, output: 0.071 }, 'glm-4-air'),
    ...priced('chat', { input: 0.142, output: 0.142 }, 'charglm-4 glm-3-turbo glm-4-long'),
    ...priced('chat', { input: 0.0142, output: 0.0142 }, 'codegeex-4 glm-4-flashx'),
    ...priced('chat', { input: 0, output: 0 }, 'glm-4-flash glm-4v-flash'),
    ...priced('chat', { input: 0.568, output: 0.568 }, 'glm-4v-plus'),
    ...priced('chat', { input: 2.13, output: 2.13 }, 'emohaa'),
    ...priced('embedding', { input: 0.071 }, 'embedding-2 embedding-3'),
    ...priced('image', { perImage: 0.00852 }, 'cogview-3-plus'),
    ...priced('image', { perImage: 0.0142 }, 'cogview-3'),
    ...priced('image', { perImage: 0 }, 'cogview-3-flash cogviewx-flash'),
    ...priced('image', { perImage: 0.071 }, 'cogviewx'),
  ],
}
