import type { PlanAccess } from '@stridewell/contract/billing/billing.rules';
import type { OperatorRole } from '@stridewell/contract/operator/operator.rules';
import type { NutritionWay, Role } from '@stridewell/contract/people.rules';
import type { EnergyUnit } from '@stridewell/contract/units';

/** The caller, read from the database for this request. */
export type Actor = {
  sessionId: string;
  expiresAt: Date;
  userId: string;
  email: string;
  emailVerified: boolean;
  fullName: string;
  image: string | null;
  role: Role;
  /** Role of an operator; null for all others. */
  operatorRole: OperatorRole | null;
  /** Set while an operator views as this person; null for the person. */
  viewing: { viewId: string; operatorId: string; until: Date } | null;
  twoFactorEnabled: boolean;
  plan: PlanAccess;
  unitSystem: 'metric' | 'imperial';
  energyUnit: EnergyUnit;
  timeZone: string;
  coach: {
    id: string;
    status: string;
    statusReason: string;
    fullName: string;
    timeZone: string;
    currency: string;
    /** Scope of practice: whether the coach sets nutrition targets and meal plans. */
    prescribesNutrition: boolean;
  } | null;
  /** The current relationship of a client. */
  relationship: {
    coachId: string;
    clientId: string;
    status: string;
    coachName: string;
    timeZone: string;
    photoId: string | null;
    /** Whether the coach's plan covers the client. */
    covered: boolean;
    nutritionWay: NutritionWay | null;
    /** No answer to the client may contain calories, macros or body weight. */
    numbersOff: boolean;
    /** Whether the coach sets nutrition targets and meal plans. */
    prescribesNutrition: boolean;
  } | null;
};
