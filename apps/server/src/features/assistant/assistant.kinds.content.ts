import type { CoachTool, OperatorTool } from '@stridewell/contract/assistant/assistant.questions.rules';
import type { Idea } from '@stridewell/contract/assistant/assistant.words.rules';

/**
 * A kind of question. It matches when the question has all ideas of one of `needs`, and besides them only those of
 * `may`. `by`: who acts, where the same words mean two things ("did I send", "did Nina send").
 */
export type Kind<Tool> = {
  tool: Tool;
  needs: readonly (readonly Idea[])[];
  may?: readonly Idea[];
  by?: 'coach' | 'client';
};

/** The questions that coaches can ask. The test asks every example of the catalogue. */
export const COACH_KINDS: readonly Kind<CoachTool>[] = [
  { tool: 'waiting_decisions', needs: [['attention']], may: ['who', 'client', 'list', 'wait', 'owed', 'rank', 'next'] },
  { tool: 'client_counts', needs: [['client']], may: ['active', 'paused', 'invited', 'archived', 'former'] },
  {
    tool: 'client_list',
    needs: [
      ['who', 'client', 'active'],
      ['who', 'client', 'paused'],
      ['who', 'client', 'invited'],
      ['who', 'client', 'archived'],
      ['who', 'client', 'former'],
      ['who', 'active'],
      ['who', 'paused'],
      ['who', 'invited'],
      ['who', 'archived'],
      ['list', 'client'],
    ],
    may: ['active', 'paused', 'invited', 'archived', 'former', 'who'],
  },
  { tool: 'new_clients', needs: [['joined']], may: ['client', 'who', 'list', 'compare'] },
  {
    tool: 'left_clients',
    needs: [
      ['left', 'client'],
      ['left', 'who'],
    ],
    may: ['who', 'client', 'list', 'compare'],
  },
  { tool: 'seats', needs: [['seat']], may: ['client', 'left', 'free', 'seat', 'owed'] },
  { tool: 'clients_on_track', needs: [['ontrack']], may: ['client', 'who', 'list'] },
  { tool: 'risk_levels', needs: [['risk']], may: ['client', 'who', 'left', 'list', 'rank', 'engagement'] },
  { tool: 'retention_rate', needs: [['retention']], may: ['client'] },
  { tool: 'client_overview', needs: [['overview']], may: ['client'] },
  { tool: 'engagement_score', needs: [['engagement'], ['score']], may: ['engagement', 'score', 'client', 'last'] },
  { tool: 'last_check_in', needs: [['last', 'checkin']], may: ['client', 'sent', 'received', 'done'] },
  { tool: 'last_contact', needs: [['last', 'contact'], ['contact']], may: ['client', 'last'] },
  {
    tool: 'weight_trend',
    needs: [['weight']],
    may: ['client', 'compare', 'trend', 'overview', 'last', 'sum', 'since'],
  },
  { tool: 'current_plan', needs: [['program']], may: ['client', 'workout', 'who', 'done', 'overview', 'active'] },
  { tool: 'next_session', needs: [['next', 'session']], may: ['client', 'planned', 'who'] },
  { tool: 'client_since', needs: [['joined'], ['client', 'since']], may: ['client', 'since'] },
  {
    tool: 'unanswered_messages',
    needs: [['unanswered'], ['wait', 'message'], ['wait', 'reply'], ['wait', 'client']],
    may: ['client', 'who', 'message', 'reply', 'wait', 'list', 'unanswered'],
  },
  {
    tool: 'messages_sent',
    needs: [['message', 'sent'], ['message', 'wrote'], ['wrote']],
    may: ['client', 'compare'],
    by: 'coach',
  },
  {
    tool: 'messages_received',
    needs: [['message', 'received'], ['message', 'sent'], ['message', 'wrote'], ['wrote']],
    may: ['client', 'who', 'rank', 'compare', 'list'],
    by: 'client',
  },
  { tool: 'messages_received', needs: [['message', 'received']], may: ['client', 'compare'], by: 'coach' },
  { tool: 'reply_times', needs: [['reply', 'speed']], may: ['client', 'average', 'message', 'compare', 'sum'] },
  {
    tool: 'check_ins_received',
    needs: [['checkin']],
    may: ['client', 'sent', 'received', 'done', 'compare', 'rank', 'who', 'list'],
  },
  {
    tool: 'check_ins_to_review',
    needs: [['review'], ['checkin', 'wait']],
    may: ['checkin', 'wait', 'client', 'who', 'list', 'owed'],
  },
  {
    tool: 'check_ins_overdue',
    needs: [
      ['checkin', 'overdue'],
      ['checkin', 'missed'],
      ['checkin', 'due'],
    ],
    may: ['client', 'who', 'list', 'overdue', 'due'],
  },
  { tool: 'active_days', needs: [['active', 'day']], may: ['client', 'who', 'rank', 'list'] },
  { tool: 'workouts_done', needs: [['workout']], may: ['client', 'who', 'done', 'rank', 'compare', 'list', 'planned'] },
  { tool: 'workouts_missed', needs: [['workout', 'missed']], may: ['client', 'who', 'rank', 'compare', 'list'] },
  { tool: 'adherence', needs: [['adherence']], may: ['client', 'workout', 'who', 'rank', 'average', 'list', 'trend'] },
  { tool: 'sessions_planned', needs: [['session']], may: ['client', 'who', 'planned', 'list'] },
  {
    tool: 'sessions_held',
    needs: [
      ['session', 'held'],
      ['session', 'done'],
    ],
    may: ['client', 'who', 'compare', 'list'],
  },
  {
    tool: 'sessions_missed',
    needs: [['noshow'], ['session', 'missed']],
    may: ['session', 'client', 'who', 'rank', 'compare', 'list'],
  },
  {
    tool: 'sessions_canceled',
    needs: [['session', 'canceled'], ['canceled']],
    may: ['session', 'client', 'who', 'compare', 'list', 'rank'],
  },
  { tool: 'revenue', needs: [['revenue']], may: ['sum', 'compare', 'trend', 'month'] },
  { tool: 'expenses', needs: [['expense']], may: ['sum', 'compare', 'trend', 'month'] },
  { tool: 'profit', needs: [['profit']], may: ['sum', 'revenue', 'compare', 'trend', 'month'] },
  { tool: 'profit_margin', needs: [['margin']], may: ['profit', 'compare'] },
  { tool: 'revenue_per_client', needs: [['revenue', 'average']], may: ['client', 'sum'] },
  {
    tool: 'recurring_revenue',
    needs: [['mrr'], ['month', 'mrr']],
    may: ['revenue', 'month', 'sum', 'trend', 'compare'],
  },
  { tool: 'subscriptions', needs: [['subscription']], may: ['running', 'active', 'client', 'who', 'list'] },
  { tool: 'renewals', needs: [['renewal']], may: ['subscription', 'client', 'who', 'planned', 'due', 'list'] },
  {
    tool: 'open_invoices',
    needs: [['invoice'], ['owed']],
    may: ['invoice', 'owed', 'client', 'who', 'sum', 'payment', 'list'],
  },
  {
    tool: 'overdue_invoices',
    needs: [
      ['sum', 'overdue'],
      ['invoice', 'overdue'],
      ['payment', 'overdue'],
    ],
    may: ['invoice', 'client', 'who', 'owed', 'sum', 'list'],
  },
  {
    tool: 'failed_payments',
    needs: [
      ['payment', 'failed'],
      ['invoice', 'failed'],
    ],
    may: ['client', 'who', 'list', 'sum'],
  },
  { tool: 'open_leads', needs: [['lead'], ['stage']], may: ['stage', 'owed', 'active', 'who', 'list'] },
  { tool: 'due_follow_ups', needs: [['followup']], may: ['lead', 'due', 'overdue', 'who', 'list', 'owed'] },
  { tool: 'lead_conversion', needs: [['conversion']], may: ['lead', 'average'] },
];

/** The questions that operators can ask. */
export const OPERATOR_KINDS: readonly Kind<OperatorTool>[] = [
  { tool: 'coaches_by_status', needs: [['coach']], may: ['active', 'stage', 'overview'] },
  { tool: 'coaches_by_plan', needs: [['coach', 'program']], may: ['average'] },
  {
    tool: 'new_coaches',
    needs: [['coach', 'joined'], ['coach', 'signup'], ['signup']],
    may: ['joined', 'signup', 'compare'],
  },
  { tool: 'demo_requests', needs: [['demo']], may: ['compare', 'received'] },
  { tool: 'platform_mrr', needs: [['mrr'], ['revenue']], may: ['month', 'revenue', 'sum'] },
  {
    tool: 'mrr_changes',
    needs: [
      ['mrr', 'compare'],
      ['revenue', 'compare'],
    ],
    may: ['revenue', 'sum', 'month', 'left', 'joined'],
  },
  { tool: 'waiting_approvals', needs: [['approval'], ['coach', 'wait']], may: ['coach', 'wait'] },
  {
    tool: 'unanswered_contacts',
    needs: [['contact'], ['unanswered']],
    may: ['contact', 'unanswered', 'wait', 'reply', 'message', 'owed'],
  },
  { tool: 'prospects', needs: [['prospect'], ['stage'], ['lead']], may: ['prospect', 'stage', 'average', 'owed'] },
  { tool: 'failing_payments', needs: [['payment', 'failed']], may: ['coach'] },
  { tool: 'open_disputes', needs: [['dispute']], may: ['owed', 'payment'] },
  { tool: 'failed_jobs', needs: [['job']], may: ['failed'] },
  { tool: 'failed_mails', needs: [['mail']], may: ['failed', 'sent'] },
  { tool: 'failed_webhooks', needs: [['webhook']], may: ['failed'] },
  { tool: 'request_failures', needs: [['demo', 'failed']], may: ['last'] },
  { tool: 'model_spending', needs: [['ai', 'expense'], ['expense']], may: ['ai', 'sum', 'month'] },
];

/** Meanings to choose from where the ideas alone fit none. */
export const COACH_MEANINGS: readonly { has: Idea; tools: readonly CoachTool[] }[] = [
  { has: 'attention', tools: ['waiting_decisions', 'unanswered_messages', 'risk_levels'] },
  { has: 'message', tools: ['messages_received', 'messages_sent', 'unanswered_messages'] },
  { has: 'missed', tools: ['workouts_missed', 'check_ins_overdue', 'sessions_missed'] },
  { has: 'overdue', tools: ['check_ins_overdue', 'overdue_invoices', 'due_follow_ups'] },
  { has: 'due', tools: ['check_ins_overdue', 'due_follow_ups', 'renewals'] },
  { has: 'wait', tools: ['unanswered_messages', 'check_ins_to_review'] },
  { has: 'payment', tools: ['failed_payments', 'open_invoices', 'revenue'] },
  { has: 'failed', tools: ['failed_payments', 'workouts_missed'] },
  { has: 'reply', tools: ['reply_times', 'unanswered_messages'] },
  { has: 'planned', tools: ['sessions_planned', 'renewals'] },
  { has: 'sent', tools: ['messages_sent', 'check_ins_received'] },
  { has: 'received', tools: ['messages_received', 'check_ins_received'] },
  { has: 'active', tools: ['client_counts', 'active_days'] },
  { has: 'left', tools: ['left_clients', 'seats'] },
  { has: 'rank', tools: ['adherence', 'workouts_missed', 'risk_levels'] },
  { has: 'done', tools: ['workouts_done', 'sessions_held'] },
  { has: 'next', tools: ['next_session', 'sessions_planned'] },
  { has: 'last', tools: ['last_check_in', 'last_contact'] },
  { has: 'overview', tools: ['clients_on_track', 'risk_levels', 'revenue'] },
  { has: 'average', tools: ['adherence', 'revenue_per_client', 'reply_times'] },
  { has: 'compare', tools: ['revenue', 'workouts_done', 'messages_received'] },
  { has: 'trend', tools: ['revenue', 'recurring_revenue'] },
  { has: 'sum', tools: ['revenue', 'expenses', 'open_invoices'] },
  { has: 'score', tools: ['risk_levels', 'adherence'] },
  { has: 'engagement', tools: ['risk_levels', 'adherence'] },
];
