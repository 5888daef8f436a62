import { HarnessError, nearWords } from '../../rules/errors/index.ts'
import { nearest } from './nearest.ts'
import type { Registry } from './plugin.ts'

/** `PLUGIN_UNKNOWN`, with the plugins that may have been meant. */
export const pluginUnknown = (id: string, registry: Pick<Registry, 'plugins'>): HarnessError =>
  new HarnessError('PLUGIN_UNKNOWN', { plugin: id.slice(0, 80), ...nearWords(nearest(id, registry.plugins().map((plugin) => plugin.id))) })
