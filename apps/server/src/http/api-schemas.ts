import type { AnySchema } from '@orpc/contract';
import * as accounts from '@stridewell/contract/accounts/accounts';
import * as adjustments from '@stridewell/contract/adjustments/adjustments';
import * as audit from '@stridewell/contract/audit/audit';
import { AUDIT_ACTION_NAMES } from '@stridewell/contract/audit/audit.rules';
import * as billing from '@stridewell/contract/billing/billing';
import * as branding from '@stridewell/contract/branding/branding';
import * as calendar from '@stridewell/contract/calendar/calendar';
import * as checkins from '@stridewell/contract/checkins/checkins';
import * as checkinsAnswersRules from '@stridewell/contract/checkins/checkins.answers.rules';
import { MEASUREMENT_SITES } from '@stridewell/contract/checkins/checkins.forms.rules';
import * as checkinsQuestionsRules from '@stridewell/contract/checkins/checkins.questions.rules';
import * as clients from '@stridewell/contract/clients/clients';
import * as clientsOverviewRules from '@stridewell/contract/clients/clients.overview.rules';
import * as clientsStartRules from '@stridewell/contract/clients/clients.start.rules';
import * as clientsTimeline from '@stridewell/contract/clients/clients.timeline';
import * as coaches from '@stridewell/contract/coaches/coaches';
import * as contacts from '@stridewell/contract/contacts/contacts';
import * as dashboard from '@stridewell/contract/dashboard/dashboard';
import * as exercises from '@stridewell/contract/exercises/exercises';
import {
  CONTRAINDICATIONS,
  EXERCISE_EQUIPMENT,
  MUSCLES,
  PATTERNS,
} from '@stridewell/contract/exercises/exercises.rules';
import * as fields from '@stridewell/contract/fields';
import * as files from '@stridewell/contract/files/files';
import * as sequences from '@stridewell/contract/flows/flows.sequences';
import * as foodlogs from '@stridewell/contract/foodlogs/foodlogs';
import * as ownFoods from '@stridewell/contract/foodlogs/foodlogs.foods';
import { importedDay } from '@stridewell/contract/foodlogs/foodlogs.imports';
import * as foods from '@stridewell/contract/foods/foods';
import * as foodFields from '@stridewell/contract/foods/foods.fields';
import { ALLERGENS, FOOD_CATEGORIES } from '@stridewell/contract/foods/foods.rules';
import * as identity from '@stridewell/contract/identity/identity';
import * as calendars from '@stridewell/contract/integrations/integrations.calendars';
import * as jobs from '@stridewell/contract/jobs/jobs';
import * as meals from '@stridewell/contract/meals/meals';
import * as mealPlans from '@stridewell/contract/meals/meals.plan';
import * as messages from '@stridewell/contract/messages/messages';
import { CURRENCY_CODES } from '@stridewell/contract/money/money.amounts.rules';
import * as notifications from '@stridewell/contract/notifications/notifications';
import { NOTIFICATION_TYPES } from '@stridewell/contract/notifications/notifications.rules';
import * as onboarding from '@stridewell/contract/onboarding/onboarding';
import * as operator from '@stridewell/contract/operator/operator';
import { COACH_STATUSES } from '@stridewell/contract/people.rules';
import * as planner from '@stridewell/contract/planner/planner';
import * as plannerDrafts from '@stridewell/contract/planner/planner.drafts';
import * as plannerGeneration from '@stridewell/contract/planner/planner.generation';
import * as privacy from '@stridewell/contract/privacy/privacy';
import * as programs from '@stridewell/contract/programs/programs';
import * as programsWorkoutRules from '@stridewell/contract/programs/programs.workout.rules';
import * as progress from '@stridewell/contract/progress/progress';
import * as prospects from '@stridewell/contract/prospects/prospects';
import { PROSPECT_STAGES } from '@stridewell/contract/prospects/prospects.rules';
import * as records from '@stridewell/contract/records/records';
import * as recordsFields from '@stridewell/contract/records/records.fields';
import { AVAILABILITY_SLOTS } from '@stridewell/contract/records/records.options.rules';
import * as settings from '@stridewell/contract/settings/settings';
import * as site from '@stridewell/contract/site/site';
import * as targets from '@stridewell/contract/targets/targets';
import * as targetsAdaptation from '@stridewell/contract/targets/targets.adaptation';
import * as targetsBlocks from '@stridewell/contract/targets/targets.blocks';
import * as targetsReferrals from '@stridewell/contract/targets/targets.referrals';
import * as ways from '@stridewell/contract/ways/ways';
import * as workouts from '@stridewell/contract/workouts/workouts';
import * as workoutsHistoryRules from '@stridewell/contract/workouts/workouts.history.rules';
import { z } from 'zod';
import { BUSINESS_SCHEMAS } from './api-schemas-business.ts';

/**
 * Schemas of the contract that the API document names. `npm run check:api` refuses a document
 * that repeats a schema, which then belongs here.
 */
export const API_SCHEMAS: Readonly<Record<string, AnySchema>> = {
  ...BUSINESS_SCHEMAS,
  ListedAccount: accounts.listedAccount,
  AccountDetail: accounts.account,
  PlanPrice: accounts.planPrice,
  OwnBrand: branding.ownBrand,
  ReviewedBrand: branding.reviewedBrand,
  DecidedBrand: branding.decidedBrand,
  Adjustment: adjustments.adjustment,
  AdjustmentGuardrails: adjustments.guardrails,
  AuditEntry: audit.auditEntry,
  AuditSearchEntry: audit.auditSearchEntry,
  AuditCheck: audit.auditCheck,
  PlanAccess: billing.planAccess,
  Plan: billing.plan,
  PaidPlan: billing.paidPlan,
  Subscription: billing.subscription,
  PriceLine: billing.priceLine,
  ChargeResult: billing.chargeResult,
  CoachSession: calendar.coachSession,
  CalendarSession: calendar.calendarSession,
  SessionType: calendar.sessionType,
  NewSession: calendar.newSession,
  RepeatInput: calendar.repeatInput,
  SessionBooking: calendar.booking,
  CalendarBusy: calendar.externalBusy,
  CalendarFailure: calendars.calendarFailure,
  CheckIn: checkinsAnswersRules.checkIn,
  CheckInAnswers: checkinsAnswersRules.answers,
  CheckInForm: checkinsAnswersRules.form,
  CheckInDraft: checkinsAnswersRules.checkInDraft,
  ReportedWorkouts: checkinsAnswersRules.reportedWorkouts,
  AnsweredCheckIn: checkinsAnswersRules.answeredCheckIn,
  UnreviewedCheckIn: checkinsAnswersRules.unreviewedCheckIn,
  CheckInQuestionId: checkinsQuestionsRules.questionId,
  CheckInQuestion: checkinsQuestionsRules.question,
  CheckInQuestions: checkinsQuestionsRules.questions,
  CheckInStatus: checkins.checkInStatus,
  CheckInTemplate: checkins.template,
  ClientOverview: clientsOverviewRules.clientOverview,
  ClientNote: clientsOverviewRules.clientNote,
  StartChoices: clientsStartRules.startChoices,
  TimelineEntry: clientsTimeline.timelineEntry,
  ClientSummary: clients.clientSummary,
  WeightFigures: clients.weightFigures,
  ClientDetail: clients.clientDetail,
  AddClientInput: clients.addClientInput,
  InvitedClient: clients.invitedClient,
  ClientInvitation: clients.invitation,
  AcceptInvitationInput: clients.acceptInvitationInput,
  OwnInvitation: clients.ownInvitation,
  CoachCard: coaches.coachCard,
  CoachCertification: coaches.certification,
  CoachBusiness: coaches.business,
  Contact: contacts.contact,
  ContactDetail: contacts.contactDetail,
  ContactEntry: contacts.contactEntry,
  CoachDashboard: dashboard.coachDashboard,
  CoachAgenda: dashboard.agenda,
  AiSuggestion: dashboard.aiSuggestion,
  HiddenSuggestion: dashboard.hiddenSuggestion,
  ClientDashboard: dashboard.clientDashboard,
  Exercise: exercises.exercise,
  ExerciseId: exercises.exerciseId,
  CuratedInput: exercises.curatedInput,
  ExerciseInput: exercises.exerciseInput,
  ImportedExercise: exercises.importedExercise,
  SequenceRun: sequences.sequenceRun,
  SequenceRunDetail: sequences.sequenceRunDetail,
  SequenceStep: sequences.sequenceStep,
  SequenceTrigger: sequences.sequenceTrigger,
  FoodDay: foodlogs.foodDay,
  FoodEntry: foodlogs.foodEntry,
  FoodComment: foodlogs.foodComment,
  ImportedFoodDay: importedDay,
  LoggableFood: foodlogs.loggableFood,
  LoggedAmount: foodlogs.loggedAmount,
  LoggedNutrients: foodlogs.loggedNutrients,
  Id: fields.id,
  Instant: fields.instant,
  TimeCursor: fields.timeCursor,
  Cents: fields.cents,
  Email: fields.email,
  RelationshipStatus: fields.relationshipStatus,
  Day: fields.day,
  TimeZone: fields.timeZone,
  RowVersion: fields.version,
  WebAddress: fields.webAddress,
  BulkClientIds: fields.bulkClientIds,
  ComputedDay: fields.computedDay,
  BulkResults: fields.bulkResults,
  Password: fields.password,
  UnitSystem: fields.unitSystem,
  StoredFile: files.storedFile,
  FileStorage: files.storage,
  MealPlan: mealPlans.mealPlan,
  MealPlanDay: mealPlans.mealPlanDay,
  MealPlanAim: mealPlans.planAim,
  PlannedMeal: mealPlans.plannedMeal,
  PlannedFood: mealPlans.plannedFood,
  MealOption: mealPlans.mealOption,
  FoodAmount: foodFields.foodAmount,
  MealPlanFood: meals.planFood,
  MealPlanOwner: meals.planOwner,
  MealPlanSummary: meals.mealPlanSummary,
  StoredMealPlan: meals.storedMealPlan,
  OwnMealPlan: meals.ownMealPlan,
  Food: foods.food,
  CoachFood: foods.coachFood,
  RecipeFacts: foods.recipeFacts,
  RecipeYield: foods.recipeYield,
  RecipeIngredients: foods.recipeIngredients,
  ClientOwnFood: ownFoods.ownFood,
  OwnFoodNutrients: ownFoods.figures,
  FoodPortion: foodFields.portion,
  FoodInput: foods.foodInput,
  FoodRow: foods.foodRow,
  CurrentSession: identity.currentSession,
  Coaching: identity.coaching,
  PlatformNotices: identity.notices,
  SignedInDevice: identity.device,
  QueueStatus: jobs.queueStatus,
  FailedJob: jobs.failedJob,
  SentMail: jobs.sentMail,
  AlertState: jobs.alertState,
  AlertThreshold: jobs.alertThreshold,
  ReceivedWebhook: jobs.receivedWebhook,
  Conversation: messages.conversation,
  LastMessage: messages.lastMessage,
  MessageHit: messages.messageHit,
  MessageThread: messages.thread,
  Message: messages.message,
  CheckInQuote: messages.checkInQuote,
  FollowedSuggestion: messages.followedSuggestion,
  BroadcastDetail: messages.broadcastDetail,
  Notification: notifications.notification,
  OnboardingState: onboarding.onboardingState,
  HealthConsent: onboarding.consent,
  HealthScreen: onboarding.healthScreen,
  ScoffAnswers: onboarding.scoffAnswers,
  HealthAnswers: onboarding.healthAnswers,
  TeamMember: operator.teamMember,
  TeamInvitation: operator.teamInvitation,
  InviteOperatorInput: operator.inviteOperatorInput,
  OpenTeamInvitation: operator.openTeamInvitation,
  AcceptTeamInvitationInput: operator.acceptTeamInvitationInput,
  ReviewedCoach: operator.reviewedCoach,
  CoachDecisionEntry: operator.coachDecisionEntry,
  DraftProgramInput: plannerGeneration.generationInput,
  PlannerFacts: planner.plannerFacts,
  TrainingScreening: plannerDrafts.screening,
  DraftProvenance: plannerDrafts.provenance,
  DataExport: privacy.dataExport,
  ProgramSummary: programs.programSummary,
  StoredProgram: programs.storedProgram,
  Program: programs.program,
  ProgramPhase: programs.programPhase,
  LoadProgression: programs.progression,
  ProgramWeek: programs.programWeek,
  ProgramDay: programs.programDay,
  ClientProgram: programs.clientProgram,
  ProgramDraft: programs.programDraft,
  PlanChange: programs.planChange,
  ProgramKey: programsWorkoutRules.key,
  ProgramWorkout: programsWorkoutRules.workout,
  ProgramExercise: programsWorkoutRules.programExercise,
  SetTarget: programsWorkoutRules.setTarget,
  SetLoad: programsWorkoutRules.setLoad,
  SetEffort: programsWorkoutRules.setEffort,
  ProgramExerciseGroup: programsWorkoutRules.exerciseGroup,
  ClientProgress: progress.clientProgress,
  MeasuredValue: progress.measurement,
  PhotoDay: progress.photoDay,
  MeasurementValues: progress.measurementValues,
  ProspectColumn: prospects.prospectColumn,
  Prospect: prospects.prospect,
  ConversionRow: prospects.conversionRow,
  ProspectDetail: prospects.prospectDetail,
  ProspectTouch: prospects.prospectTouch,
  ProspectEvent: prospects.prospectEvent,
  ProspectInput: prospects.prospectInput,
  ClientRecord: recordsFields.clientRecord,
  StoredRecord: records.storedRecord,
  MailSummary: settings.mailSummary,
  MailDetails: settings.mailDetails,
  MailTexts: settings.mailTexts,
  MailPreview: settings.mailPreview,
  PlatformSettings: settings.platformSettings,
  DemoAvailability: settings.demoAvailability,
  PlatformBanner: settings.banner,
  FeatureSwitches: settings.switches,
  AiLimits: settings.aiLimits,
  SaveSettingsInput: settings.saveSettingsInput,
  DemoBooking: site.demoBooking,
  HistoryMatch: workoutsHistoryRules.historyMatch,
  HistoryInput: workoutsHistoryRules.historyInput,
  HistoryWorkout: workoutsHistoryRules.historyWorkout,
  HistoryExercise: workoutsHistoryRules.historyExercise,
  HistorySet: workoutsHistoryRules.historySet,
  PlannedWorkout: workouts.plannedWorkout,
  Target: targets.target,
  TargetBasis: targets.targetBasis,
  TargetBlock: targetsBlocks.targetBlock,
  TargetChange: targets.targetChange,
  TargetContent: targets.targetContent,
  TargetPreview: targets.targetPreview,
  TargetReview: targetsAdaptation.targetReview,
  TargetExpenditure: targetsAdaptation.expenditure,
  AdaptationLimits: targetsAdaptation.adaptationLimits,
  Referral: targetsReferrals.referral,
  ReferralObservations: targetsReferrals.observations,
  OwnReferral: targetsReferrals.ownReferral,
  WeekSplit: targets.weekSplit,
  OwnNutritionWay: ways.ownWay,
  ClientNutritionWay: ways.clientWay,
  WorkoutLog: workouts.workoutLog,
  WorkoutHead: workouts.workoutHead,
  PerformedExercise: workouts.performedExercise,
  PainFlag: workouts.painFlag,
  LoggedSet: workouts.loggedSet,
  PreviousPerformance: workouts.previousPerformance,
  ExerciseSubstitute: workouts.substitute,
  ExerciseGuide: workouts.exerciseGuide,
  WorkoutSummary: workouts.workoutSummary,
  WorkoutComment: workouts.workoutComment,
  PersonalRecord: workouts.personalRecord,
  WorkoutAdherence: workouts.workoutAdherence,
  Availability: calendar.availability,
  MinuteRange: calendar.range,
  CheckInRhythm: checkins.checkInRhythm,
  CheckInFigures: checkinsAnswersRules.checkInFigures,
  SentDraft: checkins.sentDraft,
  HealthAnswer: onboarding.healthAnswer,
  CoachSetup: onboarding.coachSetup,
  ExerciseWorkout: workouts.exerciseWorkout,
  StoredWorkout: workouts.storedWorkout,
  WorkoutLogId: workouts.workoutLogId,
  ChannelChoice: notifications.channelChoice,
  PushDevice: notifications.pushDevice,
  LockedCard: dashboard.lockedCard,
  // Choices that several features offer.
  Allergen: z.enum(ALLERGENS),
  AuditAction: z.enum(AUDIT_ACTION_NAMES),
  AvailabilitySlot: z.enum(AVAILABILITY_SLOTS),
  BodyPart: z.enum(CONTRAINDICATIONS),
  CoachStatus: z.enum(COACH_STATUSES),
  Currency: z.enum(CURRENCY_CODES),
  Equipment: z.enum(EXERCISE_EQUIPMENT),
  FoodCategory: z.enum(FOOD_CATEGORIES),
  MeasurementSite: z.enum(MEASUREMENT_SITES),
  MovementPattern: z.enum(PATTERNS),
  Muscle: z.enum(MUSCLES),
  NotificationType: z.enum(NOTIFICATION_TYPES),
  ProspectStage: z.enum(PROSPECT_STAGES),
};
