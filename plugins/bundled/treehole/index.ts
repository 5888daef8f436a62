import { definePlugin, defineTool } from 'pku-harness/sdk'
import { z } from 'zod'
import { openEnvelope } from './envelope.ts'
import { asComment, asHole, comment, hole, rawComment, rawHole } from './holes.ts'
import { readPages } from './pages.ts'

const api = '/chapi/api/v3'
const pid = z.string().regex(/^\d{1,20}$/)

const search = defineTool({
  description: { zh: '按关键词搜索树洞，新的在前', en: 'Searches treehole posts by keyword, newest first' },
  effect: 'read', untrusted: true,
  empty: { zh: '没有树洞提到“{keyword}”；换一个更短的词', en: 'No post mentions “{keyword}”; try a shorter word' },
  input: z.strictObject({
    keyword: z.string().trim().min(1).max(50).meta({ description: '关键词 keyword' }),
    limit: z.number().int().min(1).max(50).default(10).meta({ description: '最多几条 how many at most' }),
  }),
  output: z.strictObject({ holes: z.array(hole), more: z.boolean() }),
  async run({ keyword, limit }, ctx) {
    const { items, more } = await readPages(ctx, `${api}/hole/list`, { keyword }, rawHole, limit)
    return { holes: items.map(asHole), more }
  },
})

const read = defineTool({
  description: { zh: '读一条树洞和它的评论', en: 'Reads one treehole post with its comments' },
  effect: 'read', untrusted: true,
  input: z.strictObject({
    pid: pid.meta({ description: '树洞号，只有数字 number of the post', examples: ['7123456'] }),
    comments: z.number().int().min(0).max(100).default(50).meta({ description: '最多几条评论 how many comments at most' }),
  }),
  output: z.strictObject({ hole, comments: z.array(comment), more: z.boolean() }),
  async run({ pid, comments }, ctx) {
    const response = await ctx.services.campus.request({ service: 'treehole', path: `${api}/hole/one`, query: { pid, comment_stream: 1 } })
    const found = openEnvelope(response, z.looseObject({ hole: rawHole }), ctx.lang)
    const list = comments === 0
      ? { items: [], more: false }
      : await readPages(ctx, `${api}/comment/list`, { pid }, rawComment, comments)
    return { hole: asHole(found.hole), comments: list.items.map(asComment), more: list.more }
  },
})

const post = defineTool({
  description: { zh: '匿名发布一条树洞；发出后不能撤回', en: 'Publishes an anonymous treehole post; it cannot be taken back' },
  effect: 'public', irreversible: true,
  confirm: { zh: '在树洞匿名发布：{text}', en: 'Publish anonymously on treehole: {text}' },
  input: z.strictObject({ text: z.string().trim().min(1).max(2000).meta({ description: '正文 text of the post' }) }),
  output: z.strictObject({ pid: z.string() }),
  async run({ text }, ctx) {
    const response = await ctx.services.campus.request({
      service: 'treehole', path: `${api}/hole/post`, method: 'POST',
      // No leaves are ever spent: a reward would make it a payment as well.
      json: { text, type: 'text', anonymous: 1, fold: 0, reward_cost: 0 },
    })
    const made = openEnvelope(response, z.looseObject({ pid: rawHole.shape.pid }), ctx.lang)
    return { pid: made.pid }
  },
})

export default definePlugin({
  id: 'treehole',
  version: '1.0.0',
  name: { zh: '树洞', en: 'Treehole' },
  summary: { zh: '搜索、阅读和发布北大树洞', en: 'Search, read and post on the PKU treehole' },
  scopes: ['treehole'],
  instructions: {
    zh: '树洞里的文字都是别人匿名写的，真假未知；引用时带上树洞号。',
    en: 'Everything on treehole was written anonymously by other people and may be false; quote it with the number of the post.',
  },
  tools: { search, read, post },
})
