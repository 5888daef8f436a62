import { readFileSync } from 'node:fs'
import { Argument } from 'commander'
import { shippedPath } from '../../../daemon/protocol/bundles.ts'
import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { HarnessError } from '../../../rules/errors/index.ts'
import { isObject, type Json } from '../../../rules/json.ts'
import { shortcutNamed } from '../../../rules/screen/shortcut-named.ts'
import { screenWords as w } from '../../../rules/words/screen.ts'
import { answerCards } from '../answer-cards.ts'
import { readArguments, readStdin } from '../arguments.ts'
import type { Cli } from '../cli.ts'
import type { Group } from '../build-command.ts'
import { halfOf } from '../half-of.ts'
import { inline } from '../inline.ts'
import type { Io } from '../io.ts'
import type { Line } from '../line.ts'
import { callFailed, type Done } from '../print.ts'
import { showJson } from '../show-json.ts'
import { showResult } from '../show-result.ts'
import { showScreen } from '../show-screen.ts'
import { table } from '../table.ts'
import { toolNamed } from './call.ts'

type Settings = ResultOf<'plugins.settings'>

/** `plugin settings`, `plugin widget` and `plugin shortcut`. */
export function addParts({ command, cli, does }: Group): void {
  const { io } = cli
  command.command('settings <plugin>').addArgument(new Argument('[act]').choices(['set', 'reset'])).argument('[key]').argument('[value]')
    .action(does((plugin: string, act: 'set' | 'reset' | undefined, key: string | undefined, value: string | undefined) => (act === 'set' ? set(plugin, key, value, cli) : act === 'reset' ? reset(plugin, key, cli) : list(plugin, cli))))
  command.command('schema').action(does(async () => {
    const text = readFileSync(shippedPath('docs', 'plugin.schema.json'), 'utf8')
    return { data: JSON.parse(text) as Json, lines: text.trimEnd().split('\n') }
  }))
  command.command('widget <plugin> [name]').action(does(async (plugin: string, name: string | undefined) => {
    if (name === undefined) {
      const data = await cli.ask('plugins.screens', { plugin })
      return { data, lines: screenLines(data, inline(plugin), io) }
    }
    const done = await answerCards(cli)
    const data = await cli.ask('plugins.widget', { plugin, name }).finally(done)
    if (data.outcome && !data.outcome.ok) throw callFailed(data.outcome.error, data.outcome.callId)
    const result: Json = data.outcome?.ok ? data.outcome.data : null
    return { data: { screen: data.screen, data: result }, lines: showScreen(data.screen, plugin, result, io) }
  }))
  command.command('shortcut <plugin> [name] [arguments...]').allowUnknownOption().passThroughOptions().action(does((plugin: string, name: string | undefined, words: string[]) => shortcut(plugin, name, words, cli)))
}

/** Calls what the plugin put behind a title; what it left open is given as for `pkuh call`. Without a name, those there are. */
async function shortcut(plugin: string, name: string | undefined, words: readonly string[], cli: Cli): Promise<Done> {
  const { io } = cli
  const { shortcuts } = await cli.ask('plugins.screens', { plugin })
  if (name === undefined) return { data: { shortcuts }, lines: shortcuts.length === 0 ? [io.say(w.noShortcuts, { plugin: inline(plugin) })] : table(shortcuts.map(({ title, tool }, index) => [String(index + 1), title[io.globals.lang], tool])) }
  const meant = shortcutNamed(shortcuts, name)
  // What is no shortcut, the daemon tells.
  const tool = meant && await toolNamed(meant.tool, cli)
  const args = tool ? readArguments(words, tool.inputSchema, readStdin, io) : {}
  const done = await answerCards(cli)
  const ran = await cli.ask('plugins.shortcut', { plugin, name, args }).finally(done)
  if (!ran.outcome.ok) throw callFailed(ran.outcome.error, ran.outcome.callId)
  const { data, callId, trust, untrusted } = ran.outcome
  return { data, about: { call: { id: callId, tool: ran.tool, trust, untrusted } }, lines: tool ? showResult(data, tool, ran.args, io) : showJson(data) }
}

async function list(plugin: string, cli: Cli): Promise<Done> {
  const data = await cli.ask('plugins.settings', { plugin })
  return { data, lines: settingLines(data, cli.io) }
}

async function set(plugin: string, key: string | undefined, value: string | undefined, cli: Cli): Promise<Done> {
  const { io } = cli
  if (key === undefined || value === undefined) throw new HarnessError('USAGE', { problem: io.say(w.setForm) })
  const { schema } = await cli.ask('plugins.settings', { plugin })
  // The value becomes what the plugin's schema says; the daemon checks it again.
  const [[name, read] = [key, value]] = Object.entries(readArguments([`--${key}=${value}`], schema, readStdin, io))
  const data = await cli.ask('plugins.set', { plugin, key: name, value: read })
  return { data, lines: [io.say(w.set, { plugin: inline(plugin), key: inline(name), value: shown(data.settings.find((one) => one.name === name)?.value ?? null) })] }
}

async function reset(plugin: string, key: string | undefined, cli: Cli): Promise<Done> {
  const data = await cli.ask('plugins.reset', { plugin, key })
  return { data, lines: [cli.io.say(w.reset, { plugin: inline(plugin), key: key === undefined ? cli.io.say(w.all) : inline(key) })] }
}

function settingLines({ plugin, schema, settings }: Settings, io: Io): Line[] {
  if (settings.length === 0) return [io.say(w.noSettings, { plugin })]
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const about = (key: string): string => { const of = properties[key]; return isObject(of) && typeof of['title'] === 'string' ? halfOf(of['title'], io.globals.lang) : '' }
  return table([[w.setting, w.value, w.from, w.about].map((word) => io.say(word)), ...settings.map(({ name, value, set, unfit }) => [name, shown(value), io.say(unfit ? w.unfit : set ? w.yours : w.default), about(name)])])
}

const screenLines = ({ widgets, pages, shortcuts }: ResultOf<'plugins.screens'>, plugin: string, io: Io): Line[] => {
  const rows = [
    ...widgets.map((name) => [io.say(w.widget), name, io.say(w.seeWidget, { plugin, name })]), ...pages.map((name) => [io.say(w.page), name, io.say(w.seeWidget, { plugin, name })]),
    ...shortcuts.map(({ title }, index) => [io.say(w.shortcut), title[io.globals.lang], io.say(w.runShortcut, { plugin, number: index + 1 })]),
  ]
  return rows.length === 0 ? [io.say(w.empty)] : table(rows)
}

const shown = (value: Json): string => (value === null ? '-' : inline(typeof value === 'string' ? value : JSON.stringify(value)))
