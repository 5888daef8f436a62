import type { ErrorTable } from './table.ts'

/** Errors of the approval PIN. */
export const pinErrors = {
  PIN_NEEDED: {
    exit: 'approvalNeeded', zh: '这一步需要批准 PIN', en: 'This needs the approval PIN',
    hint: { zh: '在终端里亲自运行并输入 PIN', en: 'Run it yourself at a terminal and type the PIN' },
  },
  PIN_WRONG: {
    exit: 'deniedByPerson', zh: 'PIN 不对；还可以试 {left} 次，之后要等', en: 'The PIN is wrong; {left} tries are left before a wait',
    hint: { zh: '什么都没有批准，也没有拒绝；再输入一次', en: 'Nothing was approved and nothing denied; type it again' },
  },
  PIN_WAIT: {
    exit: 'deniedByPolicy', zh: 'PIN 错了太多次；{seconds} 秒后才能再试', en: 'The PIN was wrong too often; it can be tried again in {seconds} s',
    hint: { zh: '等一等再输入；每错一次，等的时间加倍，重启也不会清零', en: 'Wait and type it again; each wrong one doubles the wait, and a restart does not end it' },
  },
  PIN_FORM: {
    exit: 'usage', zh: 'PIN 是 4 到 12 位数字', en: 'A PIN is 4 to 12 digits',
    hint: { zh: '换一个，两次输入要一样', en: 'Choose another, and type it the same twice' },
  },
  PIN_NOT_SET: {
    exit: 'notFound', zh: '没有设置批准 PIN', en: 'No approval PIN is set',
    hint: { zh: '运行 pkuh pin set', en: 'Run pkuh pin set' },
  },
} as const satisfies ErrorTable
