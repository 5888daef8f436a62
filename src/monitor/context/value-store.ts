import { detach } from '../../rules/canonical.ts'
import type { ValueStore } from '../../sdk/index.ts'
import { labelsNow, ownerOf } from './owner.ts'
import type { Running } from './running.ts'
import { expectStillThere } from './still-there.ts'

/**
 * The plugin's own values. What is read joins its labels to the call, a key as well as a value, since the run that wrote it chose both;
 * what is written keeps those of the run (policy §2).
 */
export function valueStore(running: Running): ValueStore {
  const { call, house } = running
  const owner = ownerOf(call)
  const { values } = house.store
  return {
    async get(key) {
      expectStillThere(running)
      const found = values.get(owner, key)
      if (found) call.carried.join(found.labels)
      return found?.value
    },
    async put(key, value) {
      expectStillThere(running)
      values.put(owner, key, detach(value), labelsNow(call))
    },
    async delete(key) {
      expectStillThere(running)
      values.delete(owner, key)
    },
    async list(prefix) {
      expectStillThere(running)
      const { value: keys, labels } = values.list(owner, prefix)
      call.carried.join(labels)
      return keys
    },
  }
}
