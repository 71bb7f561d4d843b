import { z } from 'zod';
import { computedDay, id, relationshipStatus } from '../fields.ts';
import type { CoachTool } from './assistant.questions.rules.ts';

/** Days that a tool counts, both included. */
export const toolPeriod = z.object({ from: computedDay, to: computedDay });
export type ToolPeriod = z.infer<typeof toolPeriod>;

const now = z.strictObject({});
const inPeriod = z.strictObject({ period: toolPeriod });
const ofClient = z.strictObject({ clientId: id });
const mayNameClient = z.strictObject({ clientId: id.optional() });
const inPeriodOf = z.strictObject({ period: toolPeriod, clientId: id.optional() });
const byStatus = z.strictObject({ status: relationshipStatus.optional() });

/**
 * Lookups of the assistant for a coach, always in the coach's own tenant. A tool answers with facts
 * (`assistant.ts`), and `COACH_QUESTIONS` has a question that leads to each.
 */
export const COACH_TOOLS = {
  waiting_decisions: { input: mayNameClient },
  client_counts: { input: byStatus },
  client_list: { input: byStatus },
  new_clients: { input: inPeriod },
  left_clients: { input: inPeriod },
  seats: { input: now },
  clients_on_track: { input: now },
  risk_levels: { input: mayNameClient },
  retention_rate: { input: now },
  client_overview: { input: ofClient },
  engagement_score: { input: ofClient },
  last_check_in: { input: ofClient },
  last_contact: { input: ofClient },
  weight_trend: { input: ofClient },
  current_plan: { input: ofClient },
  next_session: { input: ofClient },
  client_since: { input: ofClient },
  unanswered_messages: { input: now },
  messages_sent: { input: inPeriodOf },
  messages_received: { input: inPeriodOf },
  reply_times: { input: inPeriodOf },
  check_ins_received: { input: inPeriodOf },
  check_ins_to_review: { input: now },
  check_ins_overdue: { input: now },
  active_days: { input: inPeriodOf },
  workouts_done: { input: inPeriodOf },
  workouts_missed: { input: inPeriodOf },
  adherence: { input: mayNameClient },
  sessions_planned: { input: inPeriodOf },
  sessions_held: { input: inPeriodOf },
  sessions_missed: { input: inPeriodOf },
  sessions_canceled: { input: inPeriodOf },
  revenue: { input: inPeriod },
  expenses: { input: inPeriod },
  profit: { input: inPeriod },
  profit_margin: { input: inPeriod },
  revenue_per_client: { input: inPeriod },
  recurring_revenue: { input: now },
  subscriptions: { input: now },
  renewals: { input: inPeriod },
  open_invoices: { input: now },
  overdue_invoices: { input: now },
  failed_payments: { input: now },
  open_leads: { input: now },
  due_follow_ups: { input: now },
  lead_conversion: { input: now },
} as const satisfies Record<CoachTool, { input: z.ZodObject }>;

/** Smaller counts are shown to operators as "fewer than 10", so that no answer is about a few people. */
export const SMALLEST_COUNT = 10;

const takes = (tool: CoachTool, field: string): boolean => field in COACH_TOOLS[tool].input.shape;
export const takesPeriod = (tool: CoachTool): boolean => takes(tool, 'period');
export const takesStatus = (tool: CoachTool): boolean => takes(tool, 'status');

/** `must`: the tool is about one client. `may`: about one or all of them. */
export const clientOf = (tool: CoachTool): 'must' | 'may' | 'no' => {
  if (!takes(tool, 'clientId')) return 'no';
  return COACH_TOOLS[tool].input === ofClient ? 'must' : 'may';
};
