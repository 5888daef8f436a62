import type { ParamsOf, ResultOf } from '../../daemon/protocol/methods.ts'
import { HarnessError } from '../../rules/errors/index.ts'
import { marketWords as w } from '../../rules/words/market.ts'
import type { Cli } from './cli.ts'
import { inline } from './inline.ts'
import type { Done } from './print.ts'
import { prompt } from './prompt.ts'
import { saysWholeYes } from './says-yes.ts'
import { sheetLines, type ShownSheet } from './show-review.ts'
import { withPin } from './with-pin.ts'

/** Fetches a plugin and puts its sheet before the person. Rejects with `MARKET_UNREVIEWED` where they do not agree. */
export async function openAndReview(source: ParamsOf<'plugins.open'>['source'], typed: string, cli: Cli): Promise<Done> {
  const { io } = cli
  io.talk(io.say(w.fetching, { link: inline(typed) }))
  const { sheet } = await cli.ask('plugins.open', { source })
  return sheet ? review(sheet, cli) : { data: { sheet }, lines: [io.say(w.same)] }
}

/** Shows a sheet whole, and installs exactly its bytes after a whole yes. */
export async function review(sheet: ShownSheet, cli: Cli): Promise<Done> {
  const { io } = cli
  for (const line of sheetLines(sheet, io)) io.tell(line)
  if (!saysWholeYes(await prompt(io.say(w.agree), io, false))) throw new HarnessError('MARKET_UNREVIEWED', { plugin: inline(sheet.plugin) })
  return installed(await withPin(await cli.client(), io, () => cli.ask('plugins.install', { plugin: sheet.plugin, digest: sheet.digest })), cli)
}

export const installed = (data: ResultOf<'plugins.install'>, { io }: Cli): Done => ({ data, lines: [io.say(w.installed, { plugin: inline(data.plugin), version: inline(data.version) }), `  sha256 ${data.contentHash}`, io.say(w.itsTools, { plugin: inline(data.plugin) })] })
