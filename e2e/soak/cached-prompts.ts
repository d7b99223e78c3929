import { createChannel } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { startCachingUpstream } from '../fake-upstream/caching.ts'
import { converse, type Turn } from '../harness/converse.ts'
import { closeStand, openStand } from '../harness/stand.ts'

/** Many conversations over channels that each keep the prompts of their own: how much of the prompts is read from a cache. */

const CONVERSATIONS = Number(process.argv[2] ?? 300)
const TURNS = 8
const PARALLEL = 20
const WEIGHTS = [1, 2, 3, 4]
/** 500 tokens each: what all conversations share, and what each says first. */
const INSTRUCTIONS = 'You are a careful helper. '.repeat(77)
const FIRST_WORDS = 'This is what it is about. '.repeat(77)

const stand = await openStand()
const { root, weir, token } = stand

const run = async (isKept: boolean): Promise<readonly Turn[]> => {
  const upstream = startCachingUpstream()
  const model = `model-${isKept}`
  await root.call(setOption, { body: { key: 'CacheAffinity', value: String(isKept) } })
  for (const weight of WEIGHTS) {
    const body = { type: 1, name: `weight ${weight}`, key: `sk-cache-${weight}-0123456789`, base_url: upstream.url, models: model, weight }
    await root.call(createChannel, { body })
  }
  const told: Turn[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < CONVERSATIONS) {
      const topic = `${FIRST_WORDS} Topic ${next++}`
      told.push(...(await converse({ url: weir.url, key: token.key, model, instructions: INSTRUCTIONS, topic, turns: TURNS })))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  await upstream.stop()
  return told
}

const sum = (turns: readonly Turn[], figure: keyof Turn): number => turns.reduce((total, turn) => total + turn[figure], 0)

for (const isKept of [false, true]) {
  const turns = await run(isKept)
  const share = sum(turns, 'cachedTokens') / sum(turns, 'promptTokens')
  process.stdout.write(
    `affinity ${isKept ? 'on' : 'off'}: ${turns.length} turns, ${(100 * share).toFixed(1)} % of the prompts from a cache\n`,
  )
}

await closeStand(stand)
