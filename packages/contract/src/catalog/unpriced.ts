import { names } from './names.ts'

/** Why a model that channels offer has no price of its own → those models. Until an operator sets one, they cost the ceiling. */
export const unpriced: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "Runs on the operator's own machines, so the operator knows what it costs",
    names(`
      llama3.3 llama4 gpt-oss:20b gpt-oss:120b qwen3 qwen3.6 gemma3 gemma4 mistral-small3.2 devstral phi4 nomic-embed-text bge-m3
      mxbai-embed-large
    `),
  ],
  [
    'An app stands behind the name; it costs what the app uses',
    names(`
      fastgpt
    `),
  ],
  [
    'Costs what the model costs that upstream picks',
    names(`
      openrouter/auto
    `),
  ],
  [
    'Sold by the picture, page, second or query, and the price lists of August 2026 do not hold it',
    names(`
      gpt-image-2.5-flare gpt-image-2.5-sunburst gpt-image-2.6-flare gpt-image-2.6-sunburst gpt-transcribe glm-image cogview-4
      rerank qwen3-rerank gte-rerank-v2 qwen-image-2.0-pro qwen-image-2.0 qwen-image-edit wan2.7-image-pro wan2.7-image
      wan2.2-t2i-flash gemini-nano-banana-2.1 gemini-3.8-flash-tts image-01 image-01-live mistral-ocr-latest voxtral-mini-latest
      voxtral-small-latest voxtral-mini-tts-2603 canopylabs/orpheus-v1-english canopylabs/orpheus-arabic-saudi step-2x-large
      step-1x-edit rerank-v4.0-pro rerank-v4.0-fast @cf/baai/bge-reranker-base @cf/black-forest-labs/flux-1-schnell
      @cf/openai/whisper-large-v3-turbo @cf/deepgram/nova-3 mixedbread-ai/Mxbai-Rerank-Large-V2 black-forest-labs/FLUX.1-schnell
      black-forest-labs/FLUX.1.1-pro doubao-seedream-4-0-250828 deepseek-ai/DeepSeek-OCR BAAI/bge-reranker-v2-m3 Kwai-Kolors/Kolors
      FunAudioLLM/SenseVoiceSmall FunAudioLLM/CosyVoice2-0.5B grok-imagine-image grok-imagine-image-quality
      black-forest-labs/flux-2-pro irag-1.0 flux.1-schnell
    `),
  ],
  [
    'The price lists of August 2026 do not hold it: too new, or sold in yuan without a list price in dollars',
    names(`
      gpt-6-astra gpt-6-sol gpt-6-luna gpt-6.1-sol gpt-6.1-terra PaLM-2 claude-opus-5-5 claude-sonnet-5-5 claude-haiku-5-5
      claude-fable-5-2 claude-fable-5-1 claude-mythos-5-2 claude-mythos-5-1 claude-mythos-5 ERNIE-4.0-Turbo-8K ERNIE-4.0-Turbo-128K
      ERNIE-3.5-128K ERNIE-Speed-Pro-128K ERNIE-Lite-8K ERNIE-Lite-Pro-128K glm-5.3 glm-5.2 glm-5-turbo glm-5v-turbo glm-4.7-flashx
      glm-4.6v glm-4.6v-flash glm-4-flashx-250414 glm-4-flash-250414 glm-z1-air glm-z1-flash qwen3.6-max-preview qwen3.6-plus
      qwen3.6-flash qwen3.5-flash qwen-long qwen3-vl-flash qwen3-omni-flash qvq-max qwen-doc-turbo qwen-deep-research
      qwen3-235b-a22b qwen3-32b kimi-k2.7-code text-embedding-v4 Spark-4.0-Ultra Spark-Max-32K Spark-Max Spark-Pro-128K Spark-Pro
      Spark-Lite 360zhinao2-o1 360gpt2-o1 360gpt2-pro 360gpt-pro 360gpt-pro-trans 360gpt-turbo 360/deepseek-r1 openai/gpt-6-astra
      openai/gpt-6-sol openai/gpt-6-luna openai/gpt-6.1-sol anthropic/claude-opus-5.5 anthropic/claude-sonnet-5.5
      anthropic/claude-haiku-5.5 google/gemini-4-argon google/gemini-3.8-flash deepseek/deepseek-v4.1-flash deepseek/deepseek-v4-pro
      x-ai/grok-4.7 mistralai/mistral-large-4-0 qwen/qwen3.8-max z-ai/glm-5.3 moonshotai/kimi-k3 minimax/minimax-m3
      meta-llama/llama-4-maverick hunyuan-turbos-latest hunyuan-t1-latest hunyuan-a13b hunyuan-turbo-latest hunyuan-lite
      hunyuan-turbos-vision hunyuan-t1-vision-20250916 hunyuan-vision-1.5-instruct hunyuan-2.0-instruct hunyuan-2.0-thinking
      gemini-4-argon gemini-4-carbon gemini-3.8-flash kimi-k3 kimi-k2.7-code-highspeed Baichuan4-Turbo Baichuan4-Air Baichuan4
      Baichuan3-Turbo Baichuan3-Turbo-128k Baichuan-Text-Embedding MiniMax-M2.7-highspeed MiniMax-M2.5-highspeed MiniMax-Text-01
      mistral-large-4-0 mistral-medium-3.5 mistral-small-2603 ministral-3b-latest ministral-14b-latest mistral-moderation-latest
      qwen/qwen3.6-27b meta-llama/llama-prompt-guard-2-86m groq/compound groq/compound-mini yi-lightning yi-vision-v2 yi-large
      yi-large-turbo yi-large-fc yi-medium yi-spark step-3.7-flash step-3.5-flash step-3.5-flash-2603 step-1o-turbo-vision
      step-r1-v-mini amazon.nova-premier-v1:0 command-a-reasoning-08-2025 command-a-vision-07-2025 command-a-translate-08-2025
      deepseek-flash @cf/meta/llama-3.1-8b-instruct-fast @cf/baai/bge-m3 deepseek-ai/DeepSeek-V4-Pro moonshotai/Kimi-K2.6
      zai-org/GLM-5.2 MiniMaxAI/MiniMax-M2.5 BAAI/bge-large-en-v1.5 intfloat/multilingual-e5-large-instruct doubao-seed-1-8-251228
      doubao-seed-1-6-251015 doubao-seed-1-6-flash-250828 doubao-seed-1-6-vision-250815 doubao-seed-code-preview-251028
      deepseek-v4-pro-ga-260813 deepseek-v4-flash-ga-260731 kimi-k2-5-260127 deepseek/deepseek-v4-flash zai-org/glm-5.2
      zai-org/glm-5.1 zai-org/glm-5 moonshotai/kimi-k2.6 minimax/minimax-m2.7 qwen/qwen3.7-max qwen/qwen3-coder-next
      google/gemma-4-31b-it xiaomimimo/mimo-v2.5-pro inclusionai/ling-2.6-1t deepseek-ai/DeepSeek-V4-Flash deepseek-ai/DeepSeek-V3.2
      Pro/deepseek-ai/DeepSeek-V3.2 Pro/zai-org/GLM-5.1 zai-org/GLM-4.6V Pro/moonshotai/Kimi-K2.6 moonshotai/Kimi-K2-Thinking
      Pro/MiniMaxAI/MiniMax-M2.5 Qwen/Qwen3.6-35B-A3B Qwen/Qwen3.5-27B Qwen/Qwen3-VL-235B-A22B-Instruct Qwen/Qwen3-8B
      stepfun-ai/Step-3.5-Flash tencent/Hunyuan-A13B-Instruct THUDM/GLM-4-9B-0414 BAAI/bge-m3 Qwen/Qwen3-Embedding-8B
      Qwen/Qwen-Image grok-4.7 grok-4.6 grok-4.20-0309-non-reasoning grok-build-0.1 meta/llama-4-maverick-instruct
      ernie-5.0-thinking-latest ernie-5.0-thinking-preview ernie-x1.1-preview ernie-x1-turbo-32k ernie-4.5-turbo-128k
      ernie-4.5-turbo-32k ernie-4.5-turbo-latest ernie-4.5-turbo-vl ernie-4.5-turbo-vl-32k ernie-4.5-8k-preview ernie-4.5-21b-a3b
      ernie-4.5-vl-28b-a3b ernie-4.5-0.3b ernie-speed-128k ernie-speed-pro-128k ernie-lite-8k ernie-lite-pro-128k ernie-tiny-8k
      ernie-char-8k ernie-novel-8k deepseek-v3.2-think deepseek-v3.1-think-250821 deepseek-r1-250528 kimi-k2-instruct
      qwen3-coder-480b-a35b-instruct qwen3-235b-a22b-instruct-2507 qwen3-235b-a22b-thinking-2507 spark-x2.5 spark-x2.5-4b
      spark-x2.5-1.7b spark-x 4.0Ultra max-32k generalv3.5 pro-128k generalv3 lite
    `),
  ],
])
