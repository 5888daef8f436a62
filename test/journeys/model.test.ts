import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openModelServer } from './model-server.ts'
import { hunt } from './secret-hunt.ts'
import { files, tables } from './sinks.ts'
import { openStage } from './stage.ts'

const key = 'sk-invented-Kanarienvogel-0042'

it('a model of the person’s own answers at once, and its key goes to its server alone', async () => {
  await using model = await openModelServer([{ name: 'classrooms_free', args: { building: '理教', from: 1, to: 2 } }])
  await using stage = await openStage()
  expect((await stage.json(['model', 'show'])).doc).toMatchObject({ ok: true, data: { scripted: true } })

  const person = await stage.person()
  await person.request('model.set', { id: 'mine', baseUrl: model.baseUrl, model: 'mock', needsKey: true, key })
  const answer = await stage.json(['ask', '理教有空教室吗'])
  expect(answer.doc).toMatchObject({ ok: true, data: { used: ['classrooms.free'] } })
  expect(model.keys).toEqual([`Bearer ${key}`, `Bearer ${key}`])

  const shown = await stage.json(['model', 'show'])
  expect(shown.doc).toMatchObject({ ok: true, data: { model: { id: 'mine', model: 'mock' } } })
  const outputs = new Map([['output', Buffer.from(`${answer.ran.stdout}${shown.ran.stdout}`)], ...files(stage.home)])
  expect(hunt(outputs, new Map([['key', key]]))).toEqual([])
  expect(JSON.parse(readFileSync(stage.places.config, 'utf8'))).toMatchObject({ keystore: 'memory', model: { id: 'mine' } })

  expect(await person.request('model.remove', {})).toEqual({ removed: true })
  expect((await stage.json(['model', 'show'])).doc).toMatchObject({ ok: true, data: { scripted: true } })
  person.close()
})

it('a secret in the model’s own words, cut over its pieces, stands in no output, row or log', async () => {
  const secrets = new Map([['key', key]])
  await using model = await openModelServer([], () => ['ok: ', key.slice(0, 9), key.slice(9), ' and Bearer abcdef', '0123456789abcdef01', ' 完'])
  await using stage = await openStage()
  await stage.pkuh(['status'])
  const person = await stage.person()
  await person.request('model.set', { id: 'mine', baseUrl: model.baseUrl, model: 'mock', needsKey: true, key })
  const outputs = new Map<string, Buffer>()
  for (const how of [[], ['--json'], ['--jsonl']]) {
    const { stdout, stderr } = await stage.pkuh(['ask', ...how, '你好'])
    outputs.set(`ask ${how.join()}`, Buffer.from(stdout + stderr))
  }
  outputs.set('model test', Buffer.from(JSON.stringify(await person.request('model.test', {}))))
  person.close()
  expect(outputs.get('ask ')?.toString()).toContain('ok: [credential: keystore] and Bearer [credential: bearer] 完')
  const sinks = new Map([...outputs, ...files(stage.home), ...tables(stage.places.database)])
  expect(hunt(sinks, new Map([...secrets, ['a bearer', '0123456789abcdef01']]))).toEqual([])
})

it('while locked the key does not leave, nor is one taken', async () => {
  await using model = await openModelServer([])
  await using stage = await openStage()
  await stage.pkuh(['status'])
  const person = await stage.person()
  const set = { id: 'mine', baseUrl: model.baseUrl, model: 'mock', needsKey: true }
  await person.request('model.set', { ...set, key })
  await person.request('lock', {})
  await expect(person.request('model.test', {})).rejects.toMatchObject({ fault: { code: 'CALL_LOCKED' } })
  await expect(person.request('ask', { text: '你好' })).rejects.toMatchObject({ fault: { code: 'CALL_LOCKED' } })
  await expect(person.request('model.set', { ...set, key: `${key}-other` })).rejects.toMatchObject({ fault: { code: 'CALL_LOCKED' } })
  expect(model.keys).toEqual([])
  await person.request('unlock', {})
  await person.request('model.test', {})
  expect(model.keys).toEqual([`Bearer ${key}`])
  person.close()
})

it('a model is set by a person, with a key where one is wanted, at an address that will do', async () => {
  await using stage = await openStage()
  const url = 'http://127.0.0.1:9/v1'
  expect((await stage.json(['model', 'set', '--url', url, '--name', 'm', '--key-stdin'], { input: 'k\n' })).doc).toMatchObject({ ok: false })
  const person = await stage.person()
  await expect(person.request('model.set', { id: 'm', baseUrl: url, model: 'm', needsKey: true })).rejects.toMatchObject({ fault: { code: 'MODEL_KEY_MISSING' } })
  await expect(person.request('model.set', { id: 'm', baseUrl: 'file:///etc/passwd', model: 'm', needsKey: false })).rejects.toMatchObject({ fault: { code: 'MODEL_ENDPOINT_INVALID' } })
  for (const secret of [{ baseUrl: 'https://me:Kanarienvogel@llm.example.org/v1' }, { baseUrl: 'http://127.0.0.1:9/Kanarienvogel/v1', key: 'Kanarienvogel' }]) {
    await expect(person.request('model.set', { id: 'm', model: 'm', needsKey: false, ...secret })).rejects.toMatchObject({ fault: { code: 'MODEL_ENDPOINT_SECRET' } })
  }
  expect(readFileSync(stage.places.config, 'utf8')).not.toContain('Kanarienvogel')
  await person.request('model.set', { id: 'm', baseUrl: 'http://10.0.0.1/v1', model: 'm', needsKey: false })
  await expect(person.request('model.test', {})).rejects.toMatchObject({ fault: { code: 'NET_HOST_FORM' } })
  person.close()
})

it('a provider that is not there is exit 7, with the reason as its code', async () => {
  await using stage = await openStage({ config: { model: { id: 'gone', baseUrl: 'http://127.0.0.1:9/v1', model: 'm', needsKey: false } } })
  const { doc } = await stage.json(['ask', '你好'])
  expect(doc).toMatchObject({ ok: false, error: { exit: 7, code: 'NET_RESET_BEFORE_SEND' }, data: { reason: 'provider-failed', failure: { exit: 7, code: 'NET_RESET_BEFORE_SEND' } } })
  const told = await stage.pkuh(['ask', '你好'])
  expect([told.code, told.stdout]).toEqual([7, ''])
  expect(told.stderr.match(/没能连上/g)).toHaveLength(1)
})
