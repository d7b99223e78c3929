import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { databases } from '../harness/databases.ts'
import type { Case } from './case.ts'
import { figureCases } from './figure-cases.ts'
import { massCases } from './mass-cases.ts'
import { runCase } from './run-case.ts'
import { closeHostileStand, memoryOf, openHostileStand, wires, type HostileStand } from './stand.ts'
import { cutCases, transportCases } from './transport-cases.ts'

const CUTS = 9
/** A server that starts has about 120 MB, and a reply may have 64. */
const MOST_MEGABYTES = 1024

/** Other places for each wire, so that together they see every part of a reply. */
const cutPlaces = (offset: number) => (total: number) =>
  Array.from({ length: CUTS }, (_, index) => Math.floor((total * (index + offset / wires.length)) / CUTS))

/** Every database plays every wire, and together they play every case once. */
const shareOf = (cases: readonly Case[], place: number): readonly Case[] => cases.filter((_, index) => index % databases.length === place)

const play = async (stand: HostileStand, cases: readonly Case[]): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const one of cases) faults.push(...(await runCase(stand, one)))
  return faults
}

describe('an upstream that lies', () => {
  let stands: readonly HostileStand[] = []
  beforeAll(async () => {
    stands = await Promise.all(databases.map(openHostileStand))
  }, 180_000)
  afterAll(async () => {
    await Promise.all(stands.map(closeHostileStand))
  })

  const playAll = async (cases: readonly Case[]): Promise<readonly string[]> =>
    (await Promise.all(stands.map((stand, place) => play(stand, shareOf(cases, place))))).flat()

  for (const [place, wire] of wires.entries()) {
    it(`costs what the rules say, leaves one row and no hold, and spoils nothing for the next request (${wire.name})`, async () => {
      const long = massCases(wire).filter(({ isLong }) => isLong !== true)
      const sample = long.filter((_, index) => index % wires.length === place)
      expect(await playAll([...figureCases(wire), ...transportCases(wire), ...cutCases(wire, cutPlaces(place)), ...sample])).toEqual([])
    }, 180_000)
  }

  it('never makes the server hold more than a few replies', () => {
    for (const stand of stands) expect(memoryOf(stand).peak).toBeLessThan(MOST_MEGABYTES)
  })
})
