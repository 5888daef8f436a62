import type { ResultOf } from '../../../daemon/protocol/methods.ts'
import { type Json, isObject } from '../../../rules/json.ts'
import { callWords } from '../../../rules/words/cli.ts'
import { demoWords as w } from '../../../rules/words/demo.ts'
import type { Client } from '../../client/connect.ts'
import type { Io } from '../io.ts'
import { type Line, indented } from '../line.ts'
import { type Done, callFailed } from '../print.ts'
import { showJson } from '../show-json.ts'
import { answerInDemo } from './answer.ts'
import { type DemoHouse, openDemoHouse } from './house.ts'

/** An account of the simulated campus; invented, and good nowhere else. */
const student = { account: '2500000001', password: 'correct-horse-01' } as const

/** The whole main job on the embedded campus, told as it goes. What stands in `--json` is what was seen, not what was hoped. */
export async function runDemo(io: Io): Promise<Done> {
  const began = performance.now()
  const tell = (line: Line): void => { if (!io.globals.json) io.out(line) }
  tell(io.say(w.title))
  const house = await openDemoHouse(io)
  let seen: Awaited<ReturnType<typeof show>>
  try {
    seen = await show(house, io, tell, began)
  } finally {
    await house.close()
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return { data: { ...seen, seconds: Number(seconds) }, lines: ['', io.say(w.cleaned, { seconds }), io.say(w.next)] }
}

async function show(house: DemoHouse, io: Io, tell: (line: Line) => void, began: number) {
  const client = await house.connect({ kind: io.interactive ? 'interactive' : 'script', capability: io.interactive ? 'approve' : 'call' })
  tell(io.say(w.started, { sim: house.sim.pid, port: house.sim.port, daemon: client.welcome.pid, ms: Math.round(performance.now() - began) }))
  tell(io.say(w.place, { path: house.folder }))
  const heading = (number: number, title: string): void => { tell(''); tell(`${number}. ${title}`) }

  heading(1, io.say(w.signIn))
  await client.request('login', { ...student, remember: true }, io.signal)
  tell(`   ${io.say(w.signedIn, { account: student.account })}`)

  heading(2, io.say(w.call))
  tell('   $ pkuh call classrooms.free --building 理教 --from 5 --to 6')
  const rooms = await callDirectly(client, 'classrooms.free', { building: '理教', from: 5, to: 6 }, io)
  for (const line of showJson(rooms)) tell(indented(line, '   '))

  heading(3, io.say(w.ask))
  const answered = await askHere(client, io.say(w.question), io, tell)

  heading(4, io.say(w.attack))
  tell(`   ${io.say(w.attackNote)}`)
  // Where the one who asks cannot answer cards, another connection shows and denies them.
  const answering = io.interactive ? client : await house.connect({ kind: 'interactive', capability: 'approve' })
  await answerInDemo(answering, io)
  const attacked = await askHere(client, io.say(w.attackQuestion), io, tell)
  for (const { tool, message } of attacked.refused) tell(`   ✗ ${io.say(w.stopped, { tool, message })}`)
  if (attacked.used.includes('treehole.post')) tell(`   ! ${io.say(w.ran, { tool: 'treehole.post' })}`)
  if (answering !== client) answering.close()

  heading(5, io.say(w.memory))
  const memories = memoriesIn(await callDirectly(client, 'memory.list', {}, io))
  for (const { text, status, source } of memories) tell(`   ${io.say(status === 'pending' ? w.pending : w.kept, { text, status, source })}`)

  heading(6, io.say(w.proof))
  const audit = await client.request('audit.verify', {}, io.signal)
  tell(`   ${io.say(w.chain, { count: audit.count, hash: (audit.hash ?? '').slice(0, 16) })}`)
  const posts = await house.count('POST', 'treehole.pku.edu.cn', '/chapi/api/v3/hole/post')
  tell(`   ${io.say(w.posts, { count: posts })}`)
  client.close()
  return { answered, attacked, memories, audit, posts }
}

async function callDirectly(client: Client, tool: string, args: Json, io: Io): Promise<Json> {
  const outcome = await client.request('call', { tool, args }, io.signal)
  if (!outcome.ok) throw callFailed(outcome.error, outcome.callId)
  return outcome.data
}

/** One question: what it calls as it calls it, then what it says. */
async function askHere(client: Client, text: string, io: Io, tell: (line: string) => void): Promise<ResultOf<'ask'>> {
  tell(`   $ pkuh ask "${text}"`)
  const stop = client.on('turn', ({ event }) => {
    if (event.kind === 'call.started') tell(`   ${io.say(callWords.calling, { tool: event.tool, args: event.args })}`)
  })
  const end = await client.request('ask', { text }, io.signal).finally(stop)
  for (const line of end.text.split('\n')) tell(`   ${line}`)
  return end
}

function memoriesIn(data: Json): { text: string; status: string; source: string }[] {
  const list = isObject(data) && Array.isArray(data['memories']) ? data['memories'] : []
  return list.filter(isObject).map((one) => ({ text: String(one['text']), status: String(one['status']), source: String(one['source']) }))
}
