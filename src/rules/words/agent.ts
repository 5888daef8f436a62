import type { WordTable } from './say.ts'

/** What the host says where a turn ends without the model's own words. */
export const turnWords = {
  budget: { zh: '这一轮的预算用完了（{steps} 步，{calls} 次调用），先停在这里。', en: 'The budget of this turn is used up ({steps} steps, {calls} calls), so it stops here.' },
  cancelled: { zh: '已取消。', en: 'Cancelled.' },
  locked: { zh: '已锁定，这一轮到此为止。', en: 'Locked; the turn ends here.' },
  refused: { zh: '连续 {count} 次调用没有被允许，先停在这里。', en: 'After {count} calls in a row that were not allowed the turn stops here.' },
  silent: { zh: '模型没有回答。', en: 'The model gave no answer.' },
  cutShort: { zh: '（回答太长，在这里被截断）', en: '(the answer was too long and is cut here)' },
  done: { zh: '已完成：{tools}。', en: 'Done: {tools}.' },
  unknown: { zh: '不知道有没有做成：{tools}。先去看一下，再决定要不要重做。', en: 'Not known whether it was done: {tools}. Look before doing it again.' },
  undone: { zh: '没有执行：{tools}。', en: 'Not done: {tools}.' },
} as const satisfies WordTable

/** What the keyless scripted model says around the results it was given. */
export const scriptedWords = {
  classrooms: { zh: '空闲教室', en: 'Free classrooms' },
  grades: { zh: '成绩', en: 'Grades' },
  notices: { zh: '通知', en: 'Notices' },
  treehole: { zh: '树洞', en: 'Treehole' },
  memory: { zh: '记忆', en: 'Memory' },
  'campus-events': { zh: '校园活动', en: 'Campus events' },
  canteen: { zh: '食堂', en: 'Canteens' },
  shuttle: { zh: '班车', en: 'Shuttle' },
  booked: { zh: '{topic}：已经预约，{seat}。', en: '{topic}: booked, {seat}.' },
  cancelled: { zh: '{topic}：已经取消，{seat}。', en: '{topic}: given up, {seat}.' },
  rows: { zh: '{topic}：{rows}。', en: '{topic}: {rows}.' },
  more: { zh: '{rows} 等 {count} 条', en: '{rows} and more, {count} in all' },
  nothing: { zh: '{topic}：没有查到。', en: '{topic}: nothing was found.' },
  posted: { zh: '{topic}：已经发布，编号 #{pid}。', en: '{topic}: posted as #{pid}.' },
  saved: { zh: '记住了：{text}。', en: 'Remembered: {text}.' },
  pending: { zh: '这条记忆在等你确认，还没有生效：{text}。', en: 'This memory waits for you and does not count yet: {text}.' },
  failed: { zh: '{tool} 没有成功：{message}。{hint}', en: '{tool} did not succeed: {message}. {hint}' },
  refused: { zh: '{tool} 没有执行。', en: '{tool} was not run.' },
  lost: {
    zh: '我是不联网的脚本模型，只会查空闲教室、成绩、通知、活动、食堂、班车、树洞和记忆。', en: 'I am the offline scripted model: I only know free classrooms, grades, notices, events, canteens, shuttles, treehole and memory.',
  },
  noKeyword: { zh: '想在树洞里找什么？请用「」写出关键词。', en: 'What should be searched on treehole? Put the keyword in quotation marks.' },
} as const satisfies WordTable
