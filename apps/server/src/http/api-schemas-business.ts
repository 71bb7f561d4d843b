import type { AnySchema } from '@orpc/contract';
import * as assistant from '@stridewell/contract/assistant/assistant';
import * as crm from '@stridewell/contract/crm/crm';
import * as domains from '@stridewell/contract/domains/domains';
import * as expenses from '@stridewell/contract/expenses/expenses';
import * as flows from '@stridewell/contract/flows/flows';
import * as integrations from '@stridewell/contract/integrations/integrations';
import * as integrationsCalendars from '@stridewell/contract/integrations/integrations.calendars';
import * as metrics from '@stridewell/contract/metrics/metrics';
import * as money from '@stridewell/contract/money/money';
import * as performance from '@stridewell/contract/performance/performance';
import * as pipeline from '@stridewell/contract/pipeline/pipeline';
import * as reports from '@stridewell/contract/reports/reports';
import * as retention from '@stridewell/contract/retention/retention';
import * as retentionModel from '@stridewell/contract/retention/retention.model';
import * as webhooks from '@stridewell/contract/webhooks/webhooks';

/** Schemas of the features about a coach's business that the API document names. */
export const BUSINESS_SCHEMAS: Readonly<Record<string, AnySchema>> = {
  CalendarFeed: integrations.calendarFeed,
  CalendarConnection: integrationsCalendars.calendarConnection,
  OwnDomain: domains.ownDomain,
  OwnSender: domains.ownSender,
  DomainClaim: domains.domainClaim,
  DnsRecord: domains.dnsRecord,
  WebhookEndpoint: webhooks.webhookEndpoint,
  WebhookDelivery: webhooks.webhookDelivery,
  WebhookEvent: webhooks.webhookEvent,
  WebhookField: webhooks.webhookField,
  CrmConnection: crm.crmConnection,
  CrmDeals: crm.crmDeals,
  CrmFields: crm.crmFields,
  CrmIssue: crm.crmIssue,
  CrmPipeline: crm.crmPipeline,
  CrmState: crm.crmState,
  ExpenseCursor: expenses.listCursor,
  Expense: expenses.expense,
  ExpenseInput: expenses.expenseInput,
  ExpenseOrigin: expenses.expenseOrigin,
  RecurringExpense: expenses.recurringExpense,
  RecurringInput: expenses.recurringInput,
  ImportedExpense: expenses.importedRow,
  Flow: flows.flow,
  FlowInput: flows.flowInput,
  FlowRun: flows.flowRun,
  FlowStep: flows.flowStep,
  ClientMetrics: metrics.clientMetrics,
  PipelineMetrics: metrics.pipelineMetrics,
  CoachRevenue: metrics.coachRevenue,
  BusinessMetrics: metrics.businessMetrics,
  PeriodFigures: metrics.periodFigures,
  BusinessRow: metrics.businessRow,
  ExpenseAnalytics: metrics.expenseAnalytics,
  LedgerEntryInput: money.ledgerEntryInput,
  CoachPackage: money.coachPackage,
  ClientSubscription: money.clientSubscription,
  InvoiceSummary: money.invoiceSummary,
  ClientPayment: money.clientPayment,
  Invoice: money.invoice,
  InvoiceSettings: money.invoiceSettings,
  MoneyChange: money.moneyChange,
  PerformanceWeeks: performance.performanceWeeks,
  PerformanceReport: performance.performanceReport,
  PerformanceWeek: performance.performanceWeek,
  ClientPerformance: performance.clientPerformance,
  BoardColumn: pipeline.boardColumn,
  Lead: pipeline.lead,
  LeadForm: pipeline.leadForm,
  LeadDetail: pipeline.leadDetail,
  LeadTask: pipeline.leadTask,
  LeadEvent: pipeline.leadEvent,
  DuplicateLead: pipeline.duplicateLead,
  LeadInput: pipeline.leadInput,
  ImportedLead: pipeline.importedLead,
  AssistantFact: assistant.fact,
  AssistantSeries: assistant.factSeries,
  AssistantAnswer: assistant.assistantAnswer,
  AssistantHistory: assistant.assistantHistory,
  AssistantEvent: assistant.answerEvent,
  OperatorAssistantEvent: assistant.operatorAnswerEvent,
  DoneCount: performance.doneCount,
  ComparedShare: performance.compared,
  ReplyFigures: performance.replyFigures,
  ComparedReplies: performance.comparedReplies,
  InteractionFigures: reports.interactionFigures,
  ClientInteractions: reports.clientInteractions,
  InteractionReport: reports.interactionReport,
  DaysSince: retention.daysSince,
  ClientRisk: retention.clientRisk,
  ExplainedRisk: retention.explainedRisk,
  ReasonOfRisk: retention.reasonOfRisk,
  EngagementReport: retention.engagementReport,
  ModelCard: retentionModel.modelCard,
  ModelFigures: retentionModel.modelFigures,
  ModelPromise: retentionModel.modelPromise,
  OwnScoring: retention.ownScoring,
  KnownReason: retention.knownReason,
  TakenAction: retention.takenAction,
  Departure: retention.departure,
  RetentionHistory: retention.retentionHistory,
  Visit: retention.visit,
  Amounts: money.amounts,
};
