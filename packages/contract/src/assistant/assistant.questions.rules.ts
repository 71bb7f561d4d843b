import type { OperatorRight } from '../access.ts';

/** Groups of questions on the page, in their order. */
export const TOOL_TOPICS = ['Clients', 'One client', 'Contact', 'Training', 'Calendar', 'Money', 'Leads'] as const;

type ToolText = {
  topic: (typeof TOOL_TOPICS)[number];
  /** A question that leads to the tool. `{client}` and `{period}` stand for a name and a time. */
  example: string;
  /** The same about one client, for a tool about one or all of them. */
  ofClient?: string;
};

/** The questions that coaches can ask, by the tool that answers them. */
export const COACH_QUESTIONS = {
  waiting_decisions: {
    topic: 'Clients',
    example: 'Who needs me today?',
    ofClient: 'Does {client} need me today?',
  },
  client_counts: { topic: 'Clients', example: 'How many active clients do I have?' },
  client_list: { topic: 'Clients', example: 'Which clients are paused?' },
  new_clients: { topic: 'Clients', example: 'Who joined {period}?' },
  left_clients: { topic: 'Clients', example: 'Which clients left {period}?' },
  seats: { topic: 'Clients', example: 'How many seats are left?' },
  clients_on_track: { topic: 'Clients', example: 'How many clients are on track?' },
  risk_levels: {
    topic: 'Clients',
    example: 'Who is at risk of leaving?',
    ofClient: 'Is {client} at risk of leaving?',
  },
  retention_rate: { topic: 'Clients', example: 'What is my retention rate?' },
  client_overview: { topic: 'One client', example: 'How is {client} doing?' },
  engagement_score: { topic: 'One client', example: 'What is the Client Health Score of {client}?' },
  last_check_in: { topic: 'One client', example: 'When was the last check-in of {client}?' },
  last_contact: { topic: 'One client', example: 'When was my last contact with {client}?' },
  weight_trend: { topic: 'One client', example: 'How has the weight of {client} changed?' },
  current_plan: { topic: 'One client', example: 'Which program does {client} have?' },
  next_session: { topic: 'One client', example: 'When is the next session with {client}?' },
  client_since: { topic: 'One client', example: 'When did {client} join?' },
  unanswered_messages: { topic: 'Contact', example: 'Which messages are unanswered?' },
  messages_sent: {
    topic: 'Contact',
    example: 'How many messages did I send {period}?',
    ofClient: 'How many messages did I send to {client} {period}?',
  },
  messages_received: {
    topic: 'Contact',
    example: 'How many messages did I receive {period}?',
    ofClient: 'How many messages did I receive from {client} {period}?',
  },
  reply_times: {
    topic: 'Contact',
    example: 'How fast did I reply {period}?',
    ofClient: 'How fast did I reply to {client} {period}?',
  },
  check_ins_received: {
    topic: 'Contact',
    example: 'How many check-ins came in {period}?',
    ofClient: 'How many check-ins did {client} send {period}?',
  },
  check_ins_to_review: { topic: 'Contact', example: 'How many check-ins wait for my review?' },
  check_ins_overdue: { topic: 'Contact', example: 'Whose check-in is overdue?' },
  active_days: {
    topic: 'Contact',
    example: 'How many active days did my clients have {period}?',
    ofClient: 'How many active days did {client} have {period}?',
  },
  workouts_done: {
    topic: 'Training',
    example: 'How many workouts were done {period}?',
    ofClient: 'How many workouts did {client} do {period}?',
  },
  workouts_missed: {
    topic: 'Training',
    example: 'Who missed workouts {period}?',
    ofClient: 'How many workouts did {client} miss {period}?',
  },
  adherence: {
    topic: 'Training',
    example: 'What is the workout adherence of my clients?',
    ofClient: 'What is the workout adherence of {client}?',
  },
  sessions_planned: {
    topic: 'Calendar',
    example: 'Which sessions are planned {period}?',
    ofClient: 'Which sessions with {client} are planned {period}?',
  },
  sessions_held: {
    topic: 'Calendar',
    example: 'How many sessions did I hold {period}?',
    ofClient: 'How many sessions did I hold with {client} {period}?',
  },
  sessions_missed: {
    topic: 'Calendar',
    example: 'How many no-shows were there {period}?',
    ofClient: 'How many sessions did {client} miss {period}?',
  },
  sessions_canceled: {
    topic: 'Calendar',
    example: 'How many sessions were canceled {period}?',
    ofClient: 'How many sessions with {client} were canceled {period}?',
  },
  revenue: { topic: 'Money', example: 'What was my revenue {period}?' },
  expenses: { topic: 'Money', example: 'How much did I spend {period}?' },
  profit: { topic: 'Money', example: 'What was my profit {period}?' },
  profit_margin: { topic: 'Money', example: 'What was my margin {period}?' },
  revenue_per_client: { topic: 'Money', example: 'What was my revenue per client {period}?' },
  recurring_revenue: { topic: 'Money', example: 'What is my MRR?' },
  subscriptions: { topic: 'Money', example: 'How many subscriptions are running?' },
  renewals: { topic: 'Money', example: 'Which subscriptions renew {period}?' },
  open_invoices: { topic: 'Money', example: 'Which invoices are open?' },
  overdue_invoices: { topic: 'Money', example: 'Which invoices are overdue?' },
  failed_payments: { topic: 'Money', example: 'Which payments failed?' },
  open_leads: { topic: 'Leads', example: 'How many leads do I have?' },
  due_follow_ups: { topic: 'Leads', example: 'Which follow-ups are due?' },
  lead_conversion: { topic: 'Leads', example: 'What is my conversion rate?' },
} as const satisfies Record<string, ToolText>;
export type CoachTool = keyof typeof COACH_QUESTIONS;

/** Tools that look ahead: their periods may lie in the future. */
export const AHEAD: ReadonlySet<CoachTool> = new Set(['sessions_planned', 'renewals']);

/** The question that leads to a tool, about a client and a time where the tool takes them. */
export function questionFor(tool: CoachTool, { client, period }: { client?: string; period?: string } = {}): string {
  const text: ToolText = COACH_QUESTIONS[tool];
  const form = client === undefined ? text.example : (text.ofClient ?? text.example);
  return form
    .replace('{client}', () => client ?? 'Nina')
    .replace('{period}', () => period ?? (AHEAD.has(tool) ? 'next week' : 'last month'));
}

/** Figures of the platform. Each needs a right of the operator who asks, and none names a client. */
export const OPERATOR_QUESTIONS = {
  coaches_by_status: { right: 'overview', example: 'How many coaches are active?' },
  coaches_by_plan: { right: 'overview', example: 'How many coaches are on each plan?' },
  new_coaches: { right: 'overview', example: 'How many new coaches signed up?' },
  demo_requests: { right: 'overview', example: 'How many demos were requested?' },
  platform_mrr: { right: 'overview', example: 'What is our MRR?' },
  mrr_changes: { right: 'overview', example: 'How did our MRR change?' },
  waiting_approvals: { right: 'approvals', example: 'How many coaches wait for approval?' },
  unanswered_contacts: { right: 'contacts', example: 'How many contacts are unanswered?' },
  prospects: { right: 'pipeline', example: 'How many prospects are in each stage?' },
  failing_payments: { right: 'billing', example: 'How many coaches have failing payments?' },
  open_disputes: { right: 'billing', example: 'How many disputes are open?' },
  failed_jobs: { right: 'jobs', example: 'How many jobs failed?' },
  failed_mails: { right: 'jobs', example: 'How many emails failed?' },
  failed_webhooks: { right: 'jobs', example: 'How many webhooks failed?' },
  request_failures: { right: 'jobs', example: 'How many requests failed in the last hour?' },
  model_spending: { right: 'settings', example: 'What did AI cost this month?' },
} as const satisfies Record<string, { right: OperatorRight; example: string }>;
export type OperatorTool = keyof typeof OPERATOR_QUESTIONS;
