import { seedRef } from '../../host/campus/iaaa/stored-seed.ts'
import { readSeed, type SeedProblem, waitForCode } from '../../host/campus/iaaa/otp-seed.ts'
import { parseSeed } from '../../host/campus/iaaa/base32.ts'
import { stepMs, totp } from '../../host/campus/iaaa/totp.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { seedProblemWords } from '../../rules/words/otp.ts'
import type { Running } from '../running.ts'
import type { Handlers, Peer } from '../server/peer.ts'
import { checkSeed } from './account-rights.ts'
import { keptOf, meantAccount } from './meant-account.ts'

type Own = Pick<Handlers, 'otp.set' | 'otp.clear' | 'otp.test'>
type House = Pick<Running, 'accounts' | 'campus' | 'clock' | 'keystore' | 'lock' | 'store'>

/** The seed of the mobile token, from which codes are made: it goes in and never comes out. */
export function otpHandlers(house: House): Own {
  const { accounts, campus, clock, keystore, store } = house
  const note = (account: string, set: boolean, by: string): void => { store.audit.append({ kind: 'setting', detail: { setting: 'otp-seed', account, set, by } }) }
  async function own(method: string, named: string | undefined, peer: Peer): Promise<{ readonly account: string; readonly kinds: readonly string[]; readonly seeds: readonly string[] }> {
    const account = meantAccount(named, accounts)
    const kept = await keptOf(account, house)
    const [kinds, seeds] = [kept.map(({ kind }) => kind), kept.filter(({ kind }) => kind === 'otp-seed').map(({ name }) => name)]
    checkSeed(method, account, peer, house)
    return { account, kinds, seeds }
  }
  return {
    async 'otp.set'({ account: named, seed: given }, { peer }) {
      const { account, kinds } = await own('otp.set', named, peer)
      const read = readSeed(given, account)
      if ('problem' in read) throw invalid(read.problem)
      const bytes = Buffer.from(read.seed, 'latin1')
      try {
        await keystore.put(seedRef(account), bytes)
      } finally {
        bytes.fill(0)
      }
      note(account, true, peer.id)
      return { account, passwordKept: kinds.includes('password') }
    },
    async 'otp.clear'({ account: named }, { peer }) {
      const { account } = await own('otp.clear', named, peer)
      const cleared = [await keystore.remove(seedRef(account)), await keystore.remove(seedRef(account, 'unproved'))].includes(true)
      if (cleared) note(account, false, peer.id)
      return { account, cleared }
    },
    async 'otp.test'({ account: named }, { peer, signal }) {
      const { account, seeds } = await own('otp.test', named, peer)
      if (!seeds.includes('')) throw new HarnessError('OTP_NOT_SET')
      const usable = await keystore.use(seedRef(account), 'test of the token seed', (value) => {
        const key = parseSeed(value.toString('latin1'))
        const made = key !== undefined && totp(key, Math.floor(clock.now() / stepMs)).length === 6
        key?.fill(0)
        return made
      })
      if (!usable) throw invalid('form')
      const skewMs = await campus.clockSkew(account, signal)
      return { account, ...(skewMs === undefined ? {} : { skewMs }), waitMs: waitForCode(clock.now() + (skewMs ?? 0)), ...(seeds.includes('unproved') ? { unproved: true } : {}) }
    },
  }
}

const invalid = (problem: SeedProblem): HarnessError => new HarnessError('OTP_SEED_INVALID', { problemZh: seedProblemWords[problem].zh, problemEn: seedProblemWords[problem].en })
