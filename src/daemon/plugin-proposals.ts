import { z } from 'zod'
import type { PluginsHost } from '../../plugins/bundled/plugins/index.ts'
import type { Clock } from '../host/clock/clock.ts'
import type { Store } from '../host/store/store.ts'
import { linkOf, sourceOfLink } from '../plugins/market/source.ts'
import { HarnessError } from '../rules/errors/index.ts'
import { writeDraft } from './plugin-drafts.ts'

const proposal = z.strictObject({ link: z.string(), at: z.number() })
const proposals = z.array(proposal)
export type Proposal = Readonly<z.output<typeof proposal>>

/** Links that the assistant proposed. Each leads to a sheet that the person opens, and to nothing without it. */
export interface Proposals {
  list(): readonly Proposal[]
  /** It was opened by the person, or is not wanted. */
  drop(link: string): void
}

export interface ProposalHouse {
  readonly settings: Store['settings']
  readonly clock: Pick<Clock, 'now'>
  /** Where drafts go, a folder each. */
  readonly drafts: string
}

const key = 'plugin.proposed'
/** How many wait at most; the oldest goes first. */
const most = 10

export function openProposals({ settings, clock, drafts }: ProposalHouse): Proposals & { readonly host: PluginsHost } {
  const list = (): readonly Proposal[] => proposals.safeParse(settings.get(key)).data ?? []
  const put = (all: readonly Proposal[]): void => settings.put(key, all.slice(-most).map((one) => ({ ...one })))
  return {
    list,
    drop: (link) => { if (list().some((one) => one.link === link)) put(list().filter((one) => one.link !== link)) },
    host: {
      propose(typed) {
        try {
          const link = linkOf(sourceOfLink(typed))
          put([...list().filter((one) => one.link !== link), { link, at: clock.now() }])
          return { link, waiting: list().length }
        } catch (error) {
          if (error instanceof HarnessError && error.code === 'MARKET_LINK') return undefined
          throw error
        }
      },
      draft: (id, texts) => writeDraft(id, texts, { settings, drafts }),
    },
  }
}
