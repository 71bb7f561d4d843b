/** Kinds of prepared decisions, the most urgent first. */
export const DECISION_KINDS = ['reply', 'adjustment', 'payment', 'pause', 'risk', 'task', 'advice', 'target'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export const DECISION_KIND_TEXTS: Readonly<Record<DecisionKind, string>> = {
  reply: 'Unanswered message',
  adjustment: 'Change of the program',
  payment: 'Unpaid invoice',
  pause: 'Payments to pause',
  risk: 'May leave',
  task: 'Task',
  advice: 'Suggestion',
  target: 'Nutrition target',
};

/** How a coach settles a prepared decision. An edited one was approved with other words. */
export const DECISION_OUTCOMES = ['approved', 'edited', 'dismissed'] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** Days for which a settled decision stays away, the day of the decision included, unless its facts change before. */
export const SETTLED_DAYS = 7;

/** The mail of Monday, until the coach chooses otherwise. The hour is that of the coach's time zone. */
export const DIGEST = { isOn: true, hour: 7 } as const;

/** Seconds that one decision can count. A page left open overnight is no work. */
export const MAX_DECISION_SECONDS = 600;

/** Letters of a key: its kind and the id of what it is about. */
export const MAX_KEY_LENGTH = 120;

const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** The first words for a client who wrote and has not been answered. The coach says the rest. */
export const holdingReply = (name: string): string =>
  `Hi ${firstName(name)}, thank you for your message. I have read it and will come back to you today.`;

/** The message for a client who may leave, by the days of silence: see the actions of retention. */
export function riskMessage(name: string, action: 'nudge' | 'message' | 'call'): string {
  const hello = `Hi ${firstName(name)},`;
  switch (action) {
    case 'nudge':
      return `${hello} how is your week going? A short answer is enough.`;
    case 'message':
      return `${hello} I have not heard from you for a while, and wanted to ask how you are. Is there something about the plan that does not fit your week at the moment?`;
    case 'call':
      return `${hello} I have missed you. Could we talk for ten minutes this week? I would like to make your plan shorter, so that it fits what your weeks are like right now. Which day suits you?`;
  }
}

/** The message about an invoice that is overdue, or whose payment failed. */
export const invoiceMessage = (name: string, label: string, failed: boolean): string =>
  failed
    ? `Hi ${firstName(name)}, the payment for “${label}” did not go through. Could you try again, or tell me if something about it is wrong?`
    : `Hi ${firstName(name)}, “${label}” is still open. Could you pay it this week, or tell me if something about it is wrong?`;
