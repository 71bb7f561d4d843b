/** The first words of a page, which the server paints before the program arrives. */
export type Outline = {
  /** `{firstName}` is that of the person. Left out where the title depends on data that the server does not read. */
  title?: string;
  lead?: string;
  /** The width of the page's column; left out for pages as wide as the frame. */
  width?: number;
};

/**
 * Outlines by the address of a page. Where later texts are larger than the title, such as a check-in that is due, the
 * lead is larger than them: the page's largest paint is then its first one.
 */
export const OUTLINES: Readonly<Record<string, Outline>> = {
  '/client/dashboard': {
    title: 'Hello, {firstName}',
    lead: 'Your day, your week and your progress, and everything that you and your coach planned.',
    width: 680,
  },
  '/client/workouts': {
    title: 'Workouts',
    lead: 'Your program for this week, and every workout you have done so far.',
    width: 680,
  },
  '/client/nutrition': {
    title: 'Nutrition',
    lead: 'Your meals and drinks, day by day. Without a connection they are kept here and sent later.',
    width: 680,
  },
  '/client/progress': { title: 'Your progress', width: 680 },
  '/client/payments': { title: 'Payments', width: 680 },
  '/coach/$coachId/dashboard': {
    title: 'Good to see you, {firstName}',
    lead: 'Today’s sessions and tasks, clients waiting for you, suggested next steps, and how your clients and business are doing.',
  },
  '/coach/$coachId/clients': { title: 'Clients' },
  '/coach/$coachId/messages': { title: 'Messages', lead: 'Your conversations, the latest one first.' },
  '/coach/$coachId/calendar': { lead: 'Your sessions, and the hours clients can book.' },
  '/coach/$coachId/programs': {
    title: 'Programs',
    lead: 'Build a program once and assign it to any client.',
    width: 960,
  },
  '/coach/$coachId/nutrition': {
    title: 'Nutrition',
    lead: 'Build a plan once and assign it to any client.',
    width: 960,
  },
  '/coach/$coachId/exercises': {
    title: 'Exercises',
    lead: 'Add your own, edit any of them, and hide what you never use.',
    width: 1120,
  },
  '/coach/$coachId/foods': {
    title: 'Foods',
    lead: 'Add your own foods and recipes, edit any of them, and hide what you never use.',
    width: 1120,
  },
  '/coach/$coachId/engagement': {
    title: 'Engagement',
    lead: 'Who may be about to leave, why, and what you can do.',
  },
  '/coach/$coachId/engagement/monday': {
    title: 'Monday',
    lead: 'Your decisions of the week, prepared. Approve, edit or skip each.',
  },
  '/coach/$coachId/engagement/re-engagement': {
    title: 'Re-engagement',
    lead: 'Messages in your words to clients who went quiet. They stop when the client is back.',
  },
  '/coach/$coachId/engagement/model': {
    title: 'How good the levels are',
    lead: 'How risk levels are made, how they were tested, and what came true.',
    width: 960,
  },
  '/coach/$coachId/flows': {
    title: 'Flows',
    lead: 'Send messages and assign plans automatically, step by step.',
  },
  '/coach/$coachId/assistant': {
    title: 'Assistant',
    lead: 'Ask about your clients, your calendar and your money. Every figure comes with its source.',
    width: 760,
  },
  '/coach/$coachId/reports': {
    title: 'Interaction report',
    lead: 'Messages, check-ins, sessions and workouts of a period, compared with the period before.',
  },
  '/coach/$coachId/check-in-templates': {
    title: 'Check-in forms',
    lead: 'Clients answer the default form, unless you choose another one on the client’s page.',
    width: 960,
  },
};
