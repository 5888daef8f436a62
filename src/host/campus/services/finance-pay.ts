import { z } from 'zod'
import { contextIn, procedureIn, rowsIn, saysFailed, saysTimedOut, variablesIn } from './finance-answers.ts'
import { codedForm } from './finance-form.ts'
import type { Ready, Visit, Written } from './service.ts'

const origin = 'https://cwfw.pku.edu.cn'
const part = 'WF_CWBS'
const action = (name: string): string => `/${part}/${name}.action`
type Fields = readonly (readonly [name: string, value: string])[]

/** What its pages send with every request of theirs. */
export const financeHeaders: Readonly<Record<string, string>> = { 'x-requested-with': 'XMLHttpRequest', origin, referer: `${origin}/${part}/main.jsp` }

const month = z.string().regex(/^(?:0?[1-9]|1[0-2])$/).transform((text) => text.padStart(2, '0'))
const months = z.strictObject({ year: z.string().regex(/^20\d\d$/), month_1: month, month_2: month })
  .refine(({ month_1, month_2 }) => month_1 <= month_2)
type Months = z.output<typeof months>

/**
 * What was paid to the person (个人酬金查询, protocols §2.7), by months of one year. Its form holds a piece of SQL, whose pay is
 * asked for, and a procedure to be run, so the host writes it: a plugin says the months, and nobody else's pay can be asked.
 */
export const payQuery: Written = {
  path: action('commonQuery_doQuery'),
  takes: 'year, month_1, month_2',
  wish(form) {
    const asked = months.safeParse(form)
    return asked.success ? (visit) => tellMonths(visit, asked.data) : undefined
  },
  read: rowsIn,
}

/** What its pages know of the account; asked for proof too. */
export const contextOf = async (visit: Visit): Promise<{ readonly context: ReturnType<typeof contextIn>; readonly status: number; readonly text: string }> => {
  const { status, text } = await visit.go(action('loadRolesMenu'), { method: 'POST', headers: financeHeaders })
  return { context: contextIn(text), status, text }
}

/**
 * The query answers by the months that the session was told last, through the button of its page. Once the session has been
 * seen alive, a failure is none of its end: signing in anew at each would cost IAAA a sign-in and help nobody.
 */
async function tellMonths(visit: Visit, asked: Months): Promise<Ready> {
  const { context, status, text } = await contextOf(visit)
  if (!context) return saysTimedOut(text) || saysFailed(text) ? 'signed-out' : { failed: status }
  const more = await visit.go(action('loadInitFunction'), { method: 'POST', headers: financeHeaders })
  const window = await send(visit, 'loadDefinition', [['projid', part], ['winno', '5802'], ['type', 'W']])
  const procedure = procedureIn(window.text)
  if (procedure === undefined) return saysTimedOut(window.text) ? 'signed-out' : { failed: window.status }
  const told = await send(visit, 'commonUpdate_responseButtonEvent', [
    ['cmd', JSON.stringify(press(visit, procedure, asked))], ['projid', part],
    ['userContext', JSON.stringify({ ...context, ...variablesIn(more.text), ...formOf(visit, asked) })], ['async', 'false'],
  ])
  if (told.text.trim() !== 'pass') return saysTimedOut(told.text) ? 'signed-out' : { failed: told.status }
  return { body: bodyOf(visit, query(visit)) }
}

const send = (visit: Visit, name: string, fields: Fields): ReturnType<Visit['go']> =>
  visit.go(action(name), { method: 'POST', body: bodyOf(visit, fields), headers: { ...financeHeaders, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' } })

/** Whose it is stands before everything else. */
const bodyOf = (visit: Visit, fields: Fields): string => codedForm([['a', visit.account], ...fields], () => visit.letters(5))

/** The portal's own names for this query, as are the numbers of its windows; what goes where is as pkucli's cwfw sends it (S1), odd as YEAR_S looks. */
const [ofPay, database] = ['9-gz1', 'gz1']

/** The button's command: its procedure, and what that is given, in the order of the page. */
function press(visit: Visit, procedure: string, { year, month_1, month_2 }: Months): unknown {
  const today = new Date(visit.now() + 8 * 3_600_000).toISOString()
  const values: readonly (readonly [name: string, value: string, type: string])[] = [
    ['d.year', year, 'CHAR'], ['d.month_2', month_2, 'CHAR'], ['d.month_1', month_1, 'CHAR'], ['d.funcno', ofPay, 'CHAR'], ['d.dbcode', database, 'CHAR'],
    ['SHOWPUBRWD', 'Y', 'char'], ['REWARDCOLNUM', '15', 'char'], ['userinfo.userid', visit.account, 'CHAR'], ['currentyear', today.slice(0, 4), 'CHAR'], ['currentmonth', today.slice(5, 7), 'CHAR'],
  ]
  const flow = ['wfName', 'wfAct', 'wfNodeId', 'wfState', 'wfUniKey', 'wfVars', 'wfKeyVal', 'wfComment', 'wfCollab', 'wfPdf']
  return { check_func: 'escape', proc0: procedure, data0: values.map(([name, value, type]) => ({ name, value, type })), ...Object.fromEntries(flow.map((name) => [name, ''])) }
}

/** What the page would know once its form is filled in. */
function formOf({ account }: Visit, { year, month_1, month_2 }: Months): Readonly<Record<string, unknown>> {
  const field = (name: string): string => `${part}$5743-D.${name}`
  return {
    '0-USERINFO.USERID': account, '0-UNINO': account, CURRMENUNODEID: 220,
    [field('FUNCNO')]: ofPay, [field('DBCODE')]: database, [field('YEAR_S')]: database, [field('YEAR')]: year, [field('MONTH_1')]: month_1, [field('MONTH_2')]: month_2,
    '0-CURRFUNC': 5743, '0-CURRBTN': '查询', '0-CURRFUNCTYPE': '3',
  }
}

const query = (visit: Visit): Fields => [
  ['funcno', '5746'], ['projid', part], ['needcount', 'true'], ['_search', 'false'], ['nd', String(visit.now())], ['rows', '500'], ['page', '0'],
  ['sidx', 'to_number(rr.pid) ASC'], ['sord', ''], ['userData', JSON.stringify({ '0-USERINFO.USERID': visit.account, '0-UNINO': visit.account })], ['itemArr', ''], ['sectionArr', ''],
]
