/** A process of its own that spends a grant until none is left, bundled and started by `spend-process.test.ts`. Arguments: the database, the grant, its limit. Prints how often it did. */
import { systemChance, systemClock } from '../../../src/host/clock/clock.ts'
import { openStore } from '../../../src/host/store/open-store.ts'

const [path = '', id = '', limit = '0'] = process.argv.slice(2)
const store = openStore(path, { clock: systemClock, chance: systemChance })
let spent = 0
while (store.grants.spend(id, Number(limit))) spent += 1
store.close()
process.stdout.write(String(spent))
